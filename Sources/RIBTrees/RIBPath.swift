// SPDX-License-Identifier: Apache-2.0

/// The path to a RIB, built upwards from the RIB.
package struct RIBPath: CustomStringConvertible {
    /// The length of the type names in bytes, and the number of names, after which the path takes
    /// no more. A report repeats the path for every victim. Shorter paths, and the fingerprints
    /// made of them, are exact.
    private static let longest = 1_000
    private static let mostNames = 64

    /// The names, innermost first.
    private var names: [String] = []
    private var length = 0

    package init() {}

    /// Whether there is room for another name. If not, marks the path as cut.
    package mutating func hasRoom() -> Bool {
        if length < Self.longest, names.count < Self.mostNames { return true }
        names.append("…")
        return false
    }

    /// Adds the RIB of the next part above.
    package mutating func add(type: String) {
        names.append(type.ribName)
        length += type.utf8.count
    }

    /// Adds the rest of the path.
    package mutating func end(with path: String) { names.append(path) }

    package var description: String { names.reversed().joined(separator: "/") }
}

extension String {
    /// The name of a type without its generic arguments: `HomeRouter` for `HomeRouter<Mock>`.
    package var withoutGenericArguments: Substring {
        utf8.firstIndex(of: UInt8(ascii: "<")).map { self[..<$0] } ?? self[...]
    }

    /// The name of the RIB that has a part of this type: `OffGame` for `OffGameRouter`.
    ///
    /// Works on bytes: paths contain many names, and a hostile type may have characters with
    /// thousands of combining marks. Generic arguments do not matter: `HomeRouter<Mock>` is at
    /// Home.
    package var ribName: String {
        let type = Array(withoutGenericArguments.utf8)
        let role = Self.roles.first {
            type.count > $0.count && type.suffix($0.count).elementsEqual($0)
        }
        let own = type.dropLast(role?.count ?? 0)
        let shown = String(decoding: own.prefix(Self.longestName), as: UTF8.self)
        return own.count > Self.longestName ? shown + "…" : shown
    }

    /// The length in bytes at which a name is cut. Names that people write are far shorter.
    private static let longestName = 256

    /// The suffixes to drop. A longer one comes before its own suffixes.
    private static let roles = [
        "Router", "Interactor", "ViewController", "Presenter", "View", "StateContainer",
        "ViewContainer", "PublisherContainer", "Container", "RIB",
    ].map { Array($0.utf8) }
}
