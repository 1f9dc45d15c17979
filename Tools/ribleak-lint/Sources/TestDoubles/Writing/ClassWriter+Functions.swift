// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The methods, subscripts and initialisers of a double.
extension ClassWriter {
    /// Writes a function with its counter, its arguments and its handler.
    mutating func write(_ function: FunctionRequirement, named name: String) {
        let traits = function.traits
        switch function.kind {
        case .method:
            let (counting, handler) = declareHandler(function, name)
            let keeping = keepArguments(of: function, name)
            writeAttributes(traits)
            block("\(memberPrefix(traits))func \(function.name)\(signature(of: function))") {
                $0.line(counting)
                if let keeping { $0.line(keeping) }
                $0.writeCall(of: function, name + "Handler", handler)
            }
        case .subscript(let isSettable): writeSubscript(function, name, isSettable)
        case .initializer:
            let keeping = keepArguments(of: function, name)
            writeAttributes(traits)
            let head = "\(plan.isActor ? "" : "required ")\(access)init\(signature(of: function))"
            block(head) { if let keeping { $0.line(keeping) } }
        }
    }

    /// What follows the name of a function.
    private func signature(of function: FunctionRequirement) -> String {
        let parameters = function.parameters.map { parameter in
            let label = parameter.label ?? "_"
            // A subscript's parameter has no label unless it is said twice.
            let isOneName = label == parameter.name && function.kind.isCalledByName
            let name = isOneName ? label : "\(label) \(parameter.name)"
            return "\(name): \(parameter.declaredType)"
        }
        // The getter of a subscript has its effects.
        let effects = function.kind.isCalledByName ? function.effects.spelling : ""
        return "\(function.genericClause)(\(parameters.joined(separator: ", ")))\(effects)"
            + (function.result.map { " -> " + $0.spelling } ?? "")
            + (function.whereClause.isEmpty ? "" : " " + function.whereClause)
    }

    // MARK: - Handlers

    private mutating func declareHandler(
        _ function: FunctionRequirement, _ name: String
    ) -> (counting: String, signature: HandlerSignature) {
        let signature = HandlerSignature(function, isSendable: plan.isSendable)
        let counting = count(name + "CallCount", for: function.traits)
        declare(name + "Handler", signature.type + "?", "nil", for: function.traits)
        return (counting, signature)
    }

    private mutating func writeCall(
        of function: FunctionRequirement, _ handler: String, _ signature: HandlerSignature
    ) {
        ask(
            handler, signature.call(handler), for: function.result, signature.preparations,
            generics: function.genericNames)
    }

    /// Calls a handler, and without one returns the default value.
    mutating func ask(
        _ handler: String, _ call: String, for result: TypeSyntax?, _ preparations: [String] = [],
        generics: Set<String> = []
    ) {
        block("if let \(handler) = \(handler)") {
            for line in preparations { $0.line(line) }
            $0.line((result == nil ? "" : "return ") + call)
        }
        guard let result else { return }
        if let value = defaults.value(of: result), value == "nil" || !result.mentions(generics) {
            line("return " + value)
        } else {
            stop(without: handler)
        }
    }

    private mutating func writeSubscript(
        _ function: FunctionRequirement, _ name: String, _ isSettable: Bool
    ) {
        guard let result = function.result else { return }
        let traits = function.traits
        let (counting, handler) = declareHandler(function, name)
        var setter = function
        setter.parameters.append(FunctionParameter(named: "newValue", result))
        (setter.effects, setter.result) = (Effects(nil), nil)
        let set = isSettable ? declareHandler(setter, name + "Set") : nil
        writeAttributes(traits)
        block("\(memberPrefix(traits))subscript\(signature(of: function))") {
            $0.block("get" + function.effects.spelling) {
                $0.line(counting)
                $0.writeCall(of: function, name + "Handler", handler)
            }
            guard let set else { return }
            $0.block("set") {
                $0.line(set.counting)
                $0.line(set.signature.call(name + "SetHandler?"))
            }
        }
    }

    // MARK: - Arguments

    /// Declares what keeps the arguments of a function, call by call.
    ///
    /// - Returns: The statement that keeps those of one call; nothing when none can be kept, or the
    ///   protocol's mark forbids it.
    private mutating func keepArguments(
        of function: FunctionRequirement, _ name: String
    ) -> String? {
        let traits = function.traits
        guard traits.mark?[.history, function.name] != "false" else { return nil }
        let generics = function.genericNames
        let kept = function.parameters.compactMap { parameter in
            parameter.keptType(generics).map { (parameter, type: $0) }
        }
        guard !kept.isEmpty else { return nil }
        let names = kept.map { $0.0.reference }
        let isSingle = kept.count == 1
        let types = kept.map { "\($0.0.name): \($0.type)" }.joined(separator: ", ")
        let type = isSingle ? kept[0].type : "(\(types))"
        let values = isSingle ? names[0] : "(\(names.joined(separator: ", ")))"
        let objects = kept.map(\.0).filter { !$0.isVariadic && isOfObjects($0.type) }
        guard !objects.isEmpty else {
            declare(name + "ArgValues", "[\(type)]", "[]", for: traits)
            return change(name + "ArgValues", ".append(\(values))", for: traits)
        }
        // A double that kept the objects would be what leaks them: a closure makes the values again, or
        // nothing once an object is gone.
        let stored = keep(name + "Arguments", "[() -> (\(type))?]", "[]", for: traits)
        line(
            "\(prefix(traits))var \(name)ArgValues: [\(type)] { \(stored).compactMap { $0() } }")
        let weak = Set(objects.map(\.reference))
        let captured = names.map { (weak.contains($0) ? "weak " : "") + $0 }
        let required = objects.filter { $0.type.wrapped == nil }.map { "let \($0.reference)" }
        let check =
            required.isEmpty
            ? "" : "guard \(required.joined(separator: ", ")) else { return nil }; "
        let body = isSingle ? values : "\(check)return \(values)"
        let maker = "{ [\(captured.joined(separator: ", "))] in \(body) }"
        return change(name + "Arguments", ".append(\(maker))", for: traits)
    }
}
