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
            !one.constraints.isEmpty || !requirements.constraints(of: [one.name]).isEmpty
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

extension Requirements {
    /// The functions, each with a name of its own, from which its counters and handlers are named.
    ///
    /// Overloads get their labels and types appended until the name is free, as Mockolo does:
    /// `update`, `updateArg`, `updateArgFloat`.
    var namedFunctions: [(function: FunctionRequirement, name: String)] {
        var taken = properties.map { ($0.name, $0.traits.condition) }
        return functions.map { function in
            var name = function.name.filter { $0 != "`" }
            var parts = function.partsOfName[...]
            var number = 0
            let condition = function.traits.condition
            while taken.contains(where: { $0 == name && !Self.exclude($1, condition) }) {
                number += parts.isEmpty ? 1 : 0
                name += parts.popFirst() ?? String(number)
            }
            taken.append((name, condition))
            return (function, name)
        }
    }

    /// Whether two conditions of one `#if` never hold together.
    private static func exclude(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one.hasPrefix("!(\(other))") || other.hasPrefix("!(\(one))")
    }

}

extension FunctionRequirement {
    /// What tells it from others of its name, such as `ArgFloat` in parts.
    fileprivate var partsOfName: [String] {
        let lowercased = name.lowercased()
        var parts = parameters.compactMap { parameter -> String? in
            let word = (parameter.label ?? parameter.name).filter { $0 != "`" }
            // `remove(child:)` of `removeChild` says nothing new.
            guard word.count < 2 || !lowercased.hasSuffix(word.lowercased()) else { return nil }
            return word.capitalizedFirst
        }
        parts += generics.map { $0.name.capitalizedFirst + ($0.constraint?.displayName ?? "") }
        parts.append(
            whereClause.replacing("where ", with: "").filter { $0.isLetter || $0.isNumber })
        parts += parameters.map(\.type.displayName)
        parts.append(String((result?.displayName ?? "").prefix(32)))
        if traits.isStatic { parts.append("static") }
        return parts.filter { !$0.isEmpty }
    }
}
