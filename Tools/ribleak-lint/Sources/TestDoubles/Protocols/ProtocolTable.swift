// SPDX-License-Identifier: Apache-2.0

/// All protocols that are known, by name.
struct ProtocolTable: Sendable {
    private let byName: [String: [ProtocolDeclaration]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - declared: The protocols of the sources.
    ///   - flavor: The stream library of the runtime's protocols.
    init(_ declared: [ProtocolDeclaration], flavor: StreamFlavor) {
        let runtime = ProtocolFile(
            RuntimeProtocols.source(for: flavor), path: Self.runtimeFile)
        byName = Dictionary(grouping: declared + runtime.protocols, by: \.qualifiedName)
    }

    private static let runtimeFile = "the RIBs runtime"

    /// Whether a protocol is one that the sources do not declare.
    static func isOfRuntime(_ declaration: ProtocolDeclaration) -> Bool {
        declaration.file == runtimeFile
    }

    /// The protocol of a name as it is seen from another protocol.
    ///
    /// Of several with one name, the one in the same file is meant, then the one that is nearest by
    /// its path, then the runtime's.
    func find(_ name: String, from user: ProtocolDeclaration) -> ProtocolDeclaration? {
        for depth in stride(from: user.scope.count, through: 0, by: -1) {
            let path = (user.scope.prefix(depth) + [name]).joined(separator: ".")
            if let found = nearest(path, to: user) { return found }
        }
        // The first name may be a module's.
        guard let dot = name.firstIndex(of: ".") else { return nil }
        return nearest(String(name[dot...].dropFirst()), to: user)
    }

    private func nearest(_ name: String, to user: ProtocolDeclaration) -> ProtocolDeclaration? {
        let visible = byName[name, default: []].filter { !$0.isPrivate || $0.file == user.file }
        func distance(_ one: ProtocolDeclaration) -> Int {
            if Self.isOfRuntime(one) { return Int.max }
            if one.file == user.file { return Int.min }
            let shared = zip(one.file.split(separator: "/"), user.file.split(separator: "/"))
            return -shared.prefix { $0 == $1 }.count
        }
        return visible.min { (distance($0), $0.file, $0.line) < (distance($1), $1.file, $1.line) }
    }

    /// A protocol, all its parents, and what else is said about who may conform.
    struct Family: Sendable {
        /// The protocol first, then its parents; each once.
        fileprivate(set) var protocols: [ProtocolDeclaration] = []
        /// Parents without members, such as `Sendable`.
        fileprivate(set) var traits: Set<String> = []
        /// The first parent that is not known.
        fileprivate(set) var unknownParent: String?
        /// The global actor, such as `@MainActor`.
        fileprivate(set) var globalActor: String?

    }

    /// Finds a protocol's parents, whichever files they are in.
    func family(of declaration: ProtocolDeclaration) -> Family {
        var family = Family()
        var seen: Set<String> = []
        // Not recursive, so that sources in which protocols inherit from each other end too.
        var waiting = [declaration]
        while let one = waiting.popLast() {
            guard seen.insert(one.identity).inserted else { continue }
            family.protocols.append(one)
            let actor = one.syntax.attributes.compactMap(\.attribute).first(where: \.isGlobalActor)
            family.globalActor = family.globalActor ?? actor?.spelling
            for parent in one.parents.reversed() {
                if let found = find(parent, from: one) {
                    waiting.append(found)
                } else if let trait = parent.split(separator: ".").last.map(String.init),
                    RuntimeProtocols.withoutMembers.contains(trait)
                {
                    family.traits.insert(trait)
                } else {
                    family.unknownParent = parent
                }
            }
        }
        return family
    }

    /// Whether a type by its name is a protocol or class whose objects a weak reference can hold.
    func isOfObjects(_ name: String, from user: ProtocolDeclaration) -> Bool {
        guard let found = find(name, from: user) else {
            return RuntimeProtocols.objects.contains(name)
        }
        return !family(of: found).traits.isDisjoint(with: ["AnyObject", "class", "Actor"])
    }
}
