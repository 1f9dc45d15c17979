// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes the methods, subscripts and initialisers of a double.
struct FunctionWriter {
    let style: DoubleStyle
    let className: String
    let defaults: DefaultValues
    /// Whether a weak reference can hold a type's values.
    let isOfObjects: (TypeSyntax) -> Bool

    /// Writes a function with its counter, its arguments and its handler.
    func write(_ function: FunctionRequirement, named name: String, in code: inout CodeText) {
        switch function.kind {
        case .method: writeMethod(function, name, &code)
        case .subscript(let isSettable): writeSubscript(function, name, isSettable, &code)
        case .initializer: writeInitializer(function, name, &code)
        }
    }

    // MARK: - Methods

    private func writeMethod(
        _ function: FunctionRequirement, _ name: String, _ code: inout CodeText
    ) {
        let signature = declareHandler(function, name, &code)
        let kept = KeptArguments(function, isOfObjects)
        if let kept { declare(kept, name, function.traits, &code) }
        for attribute in function.traits.attributes { code.line(attribute) }
        let result = function.result.map { " -> " + $0.spelling } ?? ""
        let head =
            "\(style.memberPrefix(function.traits))func \(function.name)\(function.genericClause)"
            + "(\(Self.parameters(of: function)))\(function.effects.spelling)\(result)"
            + (function.whereClause.isEmpty ? "" : " " + function.whereClause)
        code.block(head) {
            $0.line(style.change(name + "CallCount", " += 1", of: function.traits))
            if let kept { $0.line(append(kept, name, function.traits)) }
            writeCall(function, name, signature, &$0)
        }
    }

    private func declareHandler(
        _ function: FunctionRequirement, _ name: String, _ code: inout CodeText
    ) -> HandlerSignature {
        let signature = HandlerSignature(function, isSendable: style.isSendable)
        style.declare(
            name + "CallCount", "Int", "0", of: function.traits, isReadOnly: true, in: &code)
        style.declare(
            name + "Handler", signature.type + "?", "nil", of: function.traits, in: &code)
        return signature
    }

    private func writeCall(
        _ function: FunctionRequirement, _ name: String, _ signature: HandlerSignature,
        _ code: inout CodeText
    ) {
        let handler = name + "Handler"
        let isVoid = function.result == nil
        code.block("if let \(handler) = \(handler)") {
            for line in signature.preparations { $0.line(line) }
            $0.line((isVoid ? "" : "return ") + signature.call(handler))
        }
        guard let result = function.result else { return }
        let generics = Set(function.generics.map(\.name))
        if let value = defaults.value(of: result), !result.mentions(generics) || value == "nil" {
            code.line("return " + value)
        } else {
            code.line(
                "fatalError(\"\(className): set \(handler), "
                    + "as there is no value to return without it\")")
        }
    }

    // MARK: - Arguments

    private func declare(
        _ kept: KeptArguments, _ name: String, _ traits: MemberTraits, _ code: inout CodeText
    ) {
        guard kept.hasObjects else {
            style.declare(name + "ArgValues", "[\(kept.type)]", "[]", of: traits, in: &code)
            return
        }
        // A double that kept the objects would be what leaks them.
        let isLocked = style.isLocked(traits)
        let isStatic = traits.isStatic ? "static " : ""
        let makers = "[() -> (\(kept.type))?]"
        code.line(
            isLocked
                ? "private \(isStatic)let \(name)ArgumentsBox = \(DoubleStyle.box)<\(makers)>([])"
                : "private var \(name)Arguments: \(makers) = []")
        let stored = "\(name)Arguments" + (isLocked ? "Box.value" : "")
        code.line(
            "\(style.prefix(traits))var \(name)ArgValues: [\(kept.type)] "
                + "{ \(stored).compactMap { $0() } }")
    }

    private func append(_ kept: KeptArguments, _ name: String, _ traits: MemberTraits) -> String {
        kept.hasObjects
            ? style.change(name + "Arguments", ".append(\(kept.maker))", of: traits)
            : style.change(name + "ArgValues", ".append(\(kept.values))", of: traits)
    }

    private static func parameters(of function: FunctionRequirement) -> String {
        function.parameters.map { parameter in
            let label = parameter.label ?? "_"
            // A subscript's parameter has no label unless it is said twice.
            let isOneName = label == parameter.name && function.kind.isCalledByName
            let name = isOneName ? label : "\(label) \(parameter.name)"
            return "\(name): \(parameter.declaredType)"
        }.joined(separator: ", ")
    }

    // MARK: - Subscripts and initialisers

    private func writeSubscript(
        _ function: FunctionRequirement, _ name: String, _ isSettable: Bool,
        _ code: inout CodeText
    ) {
        guard let result = function.result else { return }
        let signature = declareHandler(function, name, &code)
        let setter = FunctionRequirement(
            kind: .method, name: name, generics: function.generics, genericClause: "",
            whereClause: "",
            parameters: function.parameters + [FunctionParameter(newValueOf: result)],
            effects: Effects(isAsync: false, throwing: nil), result: nil, traits: function.traits)
        let setSignature = HandlerSignature(setter, isSendable: style.isSendable)
        if isSettable {
            style.declare(
                name + "SetCallCount", "Int", "0", of: function.traits, isReadOnly: true, in: &code)
            style.declare(
                name + "SetHandler", setSignature.type + "?", "nil", of: function.traits, in: &code)
        }
        for attribute in function.traits.attributes { code.line(attribute) }
        let head =
            "\(style.memberPrefix(function.traits))subscript\(function.genericClause)"
            + "(\(Self.parameters(of: function))) -> \(result.spelling)"
            + (function.whereClause.isEmpty ? "" : " " + function.whereClause)
        code.block(head) {
            $0.block("get" + function.effects.spelling) {
                $0.line(style.change(name + "CallCount", " += 1", of: function.traits))
                writeCall(function, name, signature, &$0)
            }
            guard isSettable else { return }
            $0.block("set") {
                $0.line(style.change(name + "SetCallCount", " += 1", of: function.traits))
                $0.line(setSignature.call(name + "SetHandler?"))
            }
        }
    }

    private func writeInitializer(
        _ function: FunctionRequirement, _ name: String, _ code: inout CodeText
    ) {
        let kept = KeptArguments(function, isOfObjects)
        if let kept { declare(kept, name, function.traits, &code) }
        for attribute in function.traits.attributes { code.line(attribute) }
        let head =
            "\(style.isActor ? "" : "required ")\(style.access)init\(function.genericClause)"
            + "(\(Self.parameters(of: function)))\(function.effects.spelling)"
            + (function.whereClause.isEmpty ? "" : " " + function.whereClause)
        code.block(head) {
            if let kept { $0.line(append(kept, name, function.traits)) }
        }
    }
}

/// The arguments of a function that a double keeps.
struct KeptArguments {
    /// The type of one call's arguments: a tuple, unless there is only one.
    let type: String
    /// An expression of that type.
    let values: String
    /// Whether some are objects, which are only kept weakly.
    let hasObjects: Bool
    /// A closure that makes the values again, or nothing once an object is gone.
    let maker: String

    /// - Returns: Nothing when no argument can be kept, or the protocol's mark forbids it.
    init?(_ function: FunctionRequirement, _ isOfObjects: (TypeSyntax) -> Bool) {
        guard function.traits.mark?[.history, function.name] != "false" else { return nil }
        let generics = Set(function.generics.map(\.name))
        let kept = function.parameters.compactMap { parameter in
            parameter.keptType(generics).map { (parameter, type: $0) }
        }
        guard !kept.isEmpty else { return nil }
        let names = kept.map { $0.0.reference }
        let isSingle = kept.count == 1
        type =
            isSingle
            ? kept[0].type : "(\(kept.map { "\($0.0.name): \($0.type)" }.joined(separator: ", ")))"
        values = isSingle ? names[0] : "(\(names.joined(separator: ", ")))"
        let objects = kept.map(\.0).filter { !$0.isVariadic && isOfObjects($0.type) }
        hasObjects = !objects.isEmpty
        let weak = Set(objects.map(\.name))
        let captured = kept.map(\.0).map { (weak.contains($0.name) ? "weak " : "") + $0.reference }
        let required = objects.filter { $0.type.wrapped == nil }.map { "let \($0.reference)" }
        let check =
            required.isEmpty
            ? "" : "guard \(required.joined(separator: ", ")) else { return nil }; "
        maker =
            isSingle
            ? "{ [weak \(values)] in \(values) }"
            : "{ [\(captured.joined(separator: ", "))] in \(check)return \(values) }"
    }
}

extension FunctionParameter {
    /// The value that a subscript's setter is given.
    fileprivate init(newValueOf type: TypeSyntax) {
        (label, name, self.type, isVariadic) = (nil, "newValue", type, false)
    }
}
