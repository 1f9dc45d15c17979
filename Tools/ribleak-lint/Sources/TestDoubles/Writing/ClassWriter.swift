// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes the class of one double.
struct ClassWriter {
    let plan: DoublePlan
    let defaults: DefaultValues
    /// Whether a weak reference can hold a type's values.
    let isOfObjects: (TypeSyntax) -> Bool
    /// A property that a publisher of the double follows: its wrapper, such as `@Published`, and the
    /// variable that has it.
    typealias Followed = (wrapper: String, storage: String, isOptional: Bool)
    private(set) var followed: [String: Followed] = [:]
    var lines: [String] = []
    var depth = 0

    /// - Parameters:
    ///   - plan: The double.
    ///   - defaults: Values to return; other doubles are only made where that comes to an end.
    ///   - table: The known protocols.
    init(_ plan: DoublePlan, defaults: DefaultValues, table: ProtocolTable) {
        (self.plan, self.defaults) = (plan, defaults)
        isOfObjects = { type in
            let name = (type.wrapped ?? type).protocolName
            return name.map { table.isOfObjects($0, from: plan.declaration) } ?? false
        }
        followed = followedProperties
        // The class is in an extension of the type around its protocol.
        let scope = plan.declaration.scope.joined(separator: ".")
        under(plan.declaration.condition) {
            if scope.isEmpty {
                $0.writeClass()
            } else {
                $0.block("extension " + scope) { $0.writeClass() }
            }
        }
    }

    var text: String { lines.joined(separator: "\n") }

    private mutating func writeClass() {
        for attribute in plan.attributes { line(attribute) }
        block(head) {
            for alias in $0.plan.aliases {
                $0.line("\($0.access)typealias \(alias.name) = \(alias.type)")
            }
            $0.writeInitializers()
            $0.writeMembers()
            $0.writeIdentity()
        }
    }

    private var head: String {
        let declaration = plan.declaration
        let access = ProtocolTable.isOfRuntime(declaration) ? "fileprivate " : access
        let kind = plan.isActor ? "actor " : (plan.isFinal ? "final class " : "class ")
        let prefix = declaration.mark?.module.map { $0 + "." } ?? ""
        var parents = plan.isObjectiveC ? ["NSObject"] : []
        parents.append(prefix + declaration.name)
        if plan.isSendable, !plan.isActor { parents.append("@unchecked Sendable") }
        let generics = genericClause
        return access + kind + declaration.doubleName + generics.parameters + ": "
            + parents.joined(separator: ", ") + generics.constraints
    }

    private var genericClause: (parameters: String, constraints: String) {
        let names = plan.genericNames
        guard !names.isEmpty else { return ("", "") }
        let types = plan.requirements.associatedTypes
        let parameters = names.map { name in
            let constraints = types.first { $0.name == name }?.constraints ?? []
            return constraints.isEmpty ? name : "\(name): \(constraints.joined(separator: " & "))"
        }
        let constraints = plan.requirements.constraints(of: names)
        return (
            "<\(parameters.joined(separator: ", "))>",
            constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
        )
    }

    // MARK: - Initialisers

    private mutating func writeInitializers() {
        let declared = plan.requirements.functions.filter { $0.kind == .initializer }
        let labels = declared.map { $0.parameters.map { $0.label ?? "_" } }
        let overriding = plan.isObjectiveC ? "override " : ""
        if !labels.contains([]) { line("\(overriding)\(access)init() {}") }
        let all = plan.requirements.properties.filter(isInitialized)
        let conditions = Set(all.compactMap(\.traits.condition))
        let plain = all.filter { $0.traits.condition == nil }
        // Parameters cannot be under a condition of their own.
        guard let condition = conditions.first, conditions.count == 1 else {
            return writeInitializer(plain, unless: labels)
        }
        under(condition) { $0.writeInitializer(all, unless: labels) }
        guard !plain.isEmpty else { return }
        under("!(\(condition))") { $0.writeInitializer(plain, unless: labels) }
    }

    private mutating func writeInitializer(
        _ properties: [PropertyRequirement], unless declared: [[String]]
    ) {
        guard !properties.isEmpty, !declared.contains(properties.map(\.name)) else { return }
        let parameters = properties.map(parameter)
        block("\(access)init(\(parameters.map(\.declaration).joined(separator: ", ")))") {
            for parameter in parameters { $0.line(parameter.assignment) }
        }
    }

    private func isInitialized(_ property: PropertyRequirement) -> Bool {
        guard !property.traits.isStatic, !property.traits.isNonisolated,
            Self.followed(by: property) == nil || !property.effects.isNone
        else { return false }
        if !property.effects.isNone { return property.effects.throwing?.contains("(") != true }
        switch stream(of: property) {
        case .observable, nil: return true
        case .converted, .asynchronous: return false
        }
    }

    private func parameter(
        for property: PropertyRequirement
    ) -> (declaration: String, assignment: String) {
        let (name, plain, type) = (property.name, property.plainName, property.type)
        let value = defaults.value(of: type)
        let standard = value.map { " = " + $0 } ?? ""
        if !property.effects.isNone {
            let escaping = type.closure != nil && type.wrapped == nil ? "@escaping " : ""
            return (
                "\(name): \(escaping)\(type.spelling)\(standard)",
                "self.\(plain)Handler = { \(name) }"
            )
        }
        let isStream = stream(of: property) != nil
        let stored =
            isLocked(property.traits)
            ? "\(plain)Box.value" : (value == nil ? "_\(plain)" : "self.\(name)")
        let target = isStream ? "self.\(plain)" : stored
        if isStream || !defaults.fitsParameters(type) {
            return (
                "\(name): \(type.optionalSpelling) = nil", "if let \(name) { \(target) = \(name) }"
            )
        }
        let escaping = type.closure != nil ? "@escaping " : ""
        return ("\(name): \(escaping)\(type.spelling)\(standard)", "\(target) = \(name)")
    }

    // MARK: - Members

    private mutating func writeMembers() {
        for property in plan.requirements.properties {
            line("")
            under(property.traits.condition) { $0.write(property) }
        }
        for (function, name) in plan.requirements.namedFunctions {
            line("")
            under(function.traits.condition) { $0.write(function, named: name) }
        }
    }

    /// Doubles are equal when they are the same object.
    private mutating func writeIdentity() {
        guard plan.hasIdentity, !plan.isObjectiveC else { return }
        let name = plan.declaration.doubleName
        line("")
        block("\(access)static func == (one: \(name), other: \(name)) -> Bool") {
            $0.line("one === other")
        }
        guard plan.family.traits.contains("Hashable") else { return }
        line("")
        block("\(access)func hash(into hasher: inout Hasher)") {
            $0.line("hasher.combine(ObjectIdentifier(self))")
        }
    }
}
