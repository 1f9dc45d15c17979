/// A RIB's name, read off the type of one of its parts: `OffGame` from `OffGameRouter`.
package struct RIBName: CustomStringConvertible {
    package let description: String

    /// The longer ones of the same end first.
    private static let roles = [
        "Router", "Interactor", "ViewController", "Presenter", "View", "StateContainer",
        "ViewContainer", "PublisherContainer", "Container", "RIB",
    ]

    package init(type: String) {
        // Generic arguments say nothing about the place: `HomeRouter<Mock>` is at Home.
        let name = String(type.prefix { $0 != "<" })
        let role = Self.roles.first { name.hasSuffix($0) && name.count > $0.count }
        description = role.map { String(name.dropLast($0.count)) } ?? name
    }
}
