/// The names of RIBs, read off the types of their parts, each type only once.
final class RIBNames: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let role: String
    }

    private let names = Protected<[Key: String]>([:])
    /// More types than this are a program that makes them up; their names are not kept.
    private static let limit = 4_096

    /// The name of the RIB that a type is the part of: `Game` for the `Component` of
    /// `GameComponent<Int>`; empty when the type is not named after its role.
    func name(of type: Any.Type, role: String) -> String {
        let key = Key(type: ObjectIdentifier(type), role: role)
        if let known = names.withLock({ $0[key] }) { return known }
        let name = Self.name(String(describing: type), role: role)
        names.withLock { if $0.count < Self.limit { $0[key] = name } }
        return name
    }

    private static func name(_ type: String, role: String) -> String {
        let name = type.prefix { $0 != "<" }
        return name.hasSuffix(role) ? String(name.dropLast(role.count)) : ""
    }
}
