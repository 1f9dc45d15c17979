/// Objects whose type does not tell of all that they hold, and which are known to hold much.
///
/// What a `Mutex` guards is a value that cannot be copied, of which reflection says nothing. A notification
/// centre keeps its observers so.
struct HalfDescribed {
    private static let names: Set = ["NotificationCenter"]

    private let names: TypeNames

    init(graph: SwiftObjectGraph) {
        names = TypeNames(graph: graph)
    }

    /// The name of such an object; nil for any other.
    func name(of object: UInt) -> String? {
        let name = names.name(of: object)
        return Self.names.contains(name) && names.isFoundation(object) ? name : nil
    }
}
