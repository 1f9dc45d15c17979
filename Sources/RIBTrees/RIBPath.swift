/// The path to a RIB, made on the way up from it.
package struct RIBPath: CustomStringConvertible {
    /// Bytes of type names, and names, after which no other is added: a report repeats the path for
    /// every victim. Up to there paths, and the fingerprints made of them, are exact.
    private static let longest = 1_000
    private static let mostNames = 64

    /// Innermost first.
    private var names: [String] = []
    private var length = 0

    package init() {}

    /// Whether another name may be added; marks the path as cut if not.
    package mutating func hasRoom() -> Bool {
        if length < Self.longest, names.count < Self.mostNames { return true }
        names.append("…")
        return false
    }

    /// Adds the RIB of the next part above.
    package mutating func add(type: String) {
        names.append(RIBName(type: type).description)
        length += type.utf8.count
    }

    /// Adds the whole rest of the path.
    package mutating func end(with path: String) { names.append(path) }

    package var description: String { names.reversed().joined(separator: "/") }
}
