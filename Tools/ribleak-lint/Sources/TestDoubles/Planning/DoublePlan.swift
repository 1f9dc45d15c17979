// SPDX-License-Identifier: Apache-2.0

/// Everything that is decided about one double before it is written.
struct DoublePlan: Sendable {
    let declaration: ProtocolDeclaration
    let family: ProtocolTable.Family
    let requirements: Requirements

    init(_ declaration: ProtocolDeclaration, in table: ProtocolTable) {
        self.declaration = declaration
        family = table.family(of: declaration)
        requirements = Requirements(of: family.protocols, doubleName: declaration.doubleName)
    }

    /// Why there can be no double; nothing when there can.
    var obstacle: String? {
        if declaration.isDamaged { return "parts of it are not Swift" }
        if declaration.isPrivate { return "no other file can see it" }
        if let fault = family.protocols.lazy.compactMap({ $0.mark?.fault }).first { return fault }
        if let parent = family.unknownParent {
            return "its parent \(parent) is not among the sources"
        }
        if let member = requirements.impossible.first { return "it requires \(member)" }
        if let pack = requirements.functions.first(where: { $0.genericClause.contains("each ") }) {
            return "\(pack.name) has a parameter pack"
        }
        if requirements.traits.contains(where: \.isStatic), !genericNames.isEmpty {
            return "a generic class can have no static variables"
        }
        return nil
    }

    // MARK: - The class

    var isActor: Bool { family.traits.contains("Actor") }

    /// Whether several threads may use the double at once.
    var isSendable: Bool { isActor || !family.traits.isDisjoint(with: ["Sendable", "Error"]) }

    var hasIdentity: Bool { !family.traits.isDisjoint(with: ["Equatable", "Hashable"]) }

    var isObjectiveC: Bool { family.traits.contains("NSObjectProtocol") }

    /// A member of the class's own type asks for a class without subclasses.
    var isFinal: Bool { !isActor && (isSendable || requirements.usesSelf || hasIdentity) }

    /// Attributes of the class: where it is available, and its actor.
    var attributes: [String] { availability + [family.globalActor].compactMap(\.self) }

    /// Attributes that say on which platforms the class is available, each once.
    var availability: [String] {
        let protocols = family.protocols.flatMap { one in
            one.syntax.attributes.compactMap(\.attribute).filter(\.limitsPlatforms)
                .map(\.spelling)
        }
        let members = requirements.traits.flatMap(\.classAttributes)
        var all: [String] = []
        for one in protocols + members where !all.contains(one) { all.append(one) }
        return all
    }

    // MARK: - Associated types

    /// The associated types that stay parameters of the class.
    ///
    /// Without constraints, any type will do, and the class needs no parameters.
    var genericNames: [String] {
        let open = requirements.associatedTypes.filter { aliasByMark($0.name) == nil }
            .filter { requirements.sameType(as: $0.name) == nil }
        let isConstrained = open.contains { one in
            !one.constraints.isEmpty
                || requirements.constraints.contains { $0.hasPrefix(one.name + ":") }
                || requirements.constraints.contains { $0.hasPrefix(one.name + ".") }
        }
        return isConstrained ? open.map(\.name).sorted() : []
    }

    /// The associated types that the class says, with what they are.
    var aliases: [(name: String, type: String)] {
        let generic = Set(genericNames)
        return requirements.associatedTypes.filter { !generic.contains($0.name) }.map { one in
            let type =
                aliasByMark(one.name) ?? requirements.sameType(as: one.name) ?? one.defaultType
            return (one.name, type ?? "Any")
        }
    }

    private func aliasByMark(_ name: String) -> String? {
        family.protocols.lazy.compactMap { $0.mark?[.typealias, name] }.first
    }
}
