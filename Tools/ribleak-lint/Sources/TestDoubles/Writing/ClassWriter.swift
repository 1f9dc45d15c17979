// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes the class of one double.
struct ClassWriter {
    private let plan: DoublePlan
    private let style: DoubleStyle
    private let defaults: DefaultValues
    private let properties: PropertyWriter
    private let functions: FunctionWriter

    /// - Parameters:
    ///   - plan: The double.
    ///   - defaults: Values to return; other doubles are only made where that comes to an end.
    ///   - table: The known protocols.
    init(_ plan: DoublePlan, defaults: DefaultValues, table: ProtocolTable) {
        (self.plan, self.defaults) = (plan, defaults)
        style = DoubleStyle(plan)
        let isOfObjects = { (type: TypeSyntax) in
            let name = (type.wrapped ?? type).bare.spelling
            return table.isOfObjects(name, from: plan.declaration)
        }
        let name = plan.declaration.qualifiedDoubleName
        functions = FunctionWriter(
            style: style, className: name, defaults: defaults, isOfObjects: isOfObjects)
        properties = PropertyWriter(
            style: style, className: name, defaults: defaults, isOfObjects: isOfObjects,
            published: PublishedProperty.all(
                in: plan.requirements.properties, style: style, defaults: defaults))
    }

    /// The text of the class, in an extension of the type around its protocol.
    var text: String {
        var code = CodeText()
        code.under(plan.declaration.condition) {
            if plan.declaration.scope.isEmpty {
                writeClass(&$0)
            } else {
                let scope = plan.declaration.scope.joined(separator: ".")
                $0.block("extension " + scope, writeClass)
            }
        }
        return code.text
    }

    private func writeClass(_ code: inout CodeText) {
        for attribute in plan.attributes { code.line(attribute) }
        code.block(head) {
            for alias in plan.aliases {
                $0.line("\(style.access)typealias \(alias.name) = \(alias.type)")
            }
            writeInitializers(&$0)
            writeMembers(&$0)
            writeIdentity(&$0)
        }
    }

    private var head: String {
        let declaration = plan.declaration
        let access =
            ProtocolTable.isOfRuntime(declaration) ? "fileprivate " : style.access
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
        let constraints = plan.requirements.constraints.filter { constraint in
            names.contains { constraint.hasPrefix($0 + ":") || constraint.hasPrefix($0 + ".") }
        }
        return (
            "<\(parameters.joined(separator: ", "))>",
            constraints.isEmpty ? "" : " where \(constraints.joined(separator: ", "))"
        )
    }

    // MARK: - Initialisers

    private func writeInitializers(_ code: inout CodeText) {
        let declared = plan.requirements.functions.filter { $0.kind == .initializer }
        let labels = declared.map { $0.parameters.map { $0.label ?? "_" } }
        let overriding = plan.isObjectiveC ? "override " : ""
        if !labels.contains([]) { code.line("\(overriding)\(style.access)init() {}") }
        let all = plan.requirements.properties.filter(isInitialized)
        let conditions = Set(all.compactMap(\.traits.condition))
        let plain = all.filter { $0.traits.condition == nil }
        // Parameters cannot be under a condition of their own.
        guard let condition = conditions.first, conditions.count == 1 else {
            writeInitializer(plain, unless: labels, &code)
            return
        }
        code.under(condition) { writeInitializer(all, unless: labels, &$0) }
        guard !plain.isEmpty else { return }
        code.under("!(\(condition))") { writeInitializer(plain, unless: labels, &$0) }
    }

    private func writeInitializer(
        _ properties: [PropertyRequirement], unless declared: [[String]], _ code: inout CodeText
    ) {
        guard !properties.isEmpty, !declared.contains(properties.map(\.name)) else { return }
        let parameters = properties.map(parameter)
        code.block("\(style.access)init(\(parameters.map(\.declaration).joined(separator: ", ")))")
        {
            for parameter in parameters { $0.line(parameter.assignment) }
        }
    }

    private func isInitialized(_ property: PropertyRequirement) -> Bool {
        guard !property.traits.isStatic, !property.traits.isNonisolated,
            PublishedProperty.source(of: property) == nil || !property.effects.isNone
        else { return false }
        if !property.effects.isNone { return property.effects.throwing?.contains("(") != true }
        return StreamText(property, style: style, defaults: defaults)?.isInitialized ?? true
    }

    private func parameter(
        for property: PropertyRequirement
    ) -> (declaration: String, assignment: String) {
        let name = property.name
        let plain = PropertyWriter.plainName(name)
        let type = property.type
        let value = defaults.value(of: type)
        if !property.effects.isNone {
            let escaping = type.closure != nil && type.wrapped == nil ? "@escaping " : ""
            let standard = value.map { " = " + $0 } ?? ""
            return (
                "\(name): \(escaping)\(type.spelling)\(standard)",
                "self.\(plain)Handler = { \(name) }"
            )
        }
        if StreamText(property, style: style, defaults: defaults) != nil {
            return (
                "\(name): \(type.optionalSpelling) = nil",
                "if let \(name) { self.\(plain) = \(name) }"
            )
        }
        let target =
            style.isLocked(property.traits)
            ? "\(plain)Box.value"
            : (value == nil ? PropertyWriter.storage(of: name) : "self.\(name)")
        if !defaults.fitsParameters(type) {
            return (
                "\(name): \(type.optionalSpelling) = nil", "if let \(name) { \(target) = \(name) }"
            )
        }
        let escaping = type.closure != nil ? "@escaping " : ""
        let standard = value.map { " = " + $0 } ?? ""
        return ("\(name): \(escaping)\(type.spelling)\(standard)", "\(target) = \(name)")
    }

    // MARK: - Members

    private func writeMembers(_ code: inout CodeText) {
        var names = UniqueNames()
        for property in plan.requirements.properties {
            names.reserve(property)
            code.line("")
            code.under(property.traits.condition) { properties.write(property, in: &$0) }
        }
        for function in plan.requirements.functions {
            let name = names.name(for: function)
            code.line("")
            code.under(function.traits.condition) {
                functions.write(function, named: name, in: &$0)
            }
        }
    }

    /// Doubles are equal when they are the same object.
    private func writeIdentity(_ code: inout CodeText) {
        guard plan.hasIdentity, !plan.isObjectiveC else { return }
        let name = plan.declaration.doubleName
        code.line("")
        code.block("\(style.access)static func == (one: \(name), other: \(name)) -> Bool") {
            $0.line("one === other")
        }
        guard plan.family.traits.contains("Hashable") else { return }
        code.line("")
        code.block("\(style.access)func hash(into hasher: inout Hasher)") {
            $0.line("hasher.combine(ObjectIdentifier(self))")
        }
    }
}
