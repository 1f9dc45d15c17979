// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The closure that a test sets to say what a function of a double does.
///
/// A closure kept in a variable cannot be generic: in it, `Any` stands for each type that mentions a
/// generic parameter of the function.
struct HandlerSignature {
    /// The type of the closure.
    let type: String
    /// The call of a closure with this name, with what the result is cast to.
    let call: (String) -> String
    /// What is done before the call, so that a generic `inout` argument can be handed over.
    let preparations: [String]

    init(_ function: FunctionRequirement, isSendable: Bool) {
        let generics = function.genericNames
        let parts = function.parameters.map { $0.handed(generics) }
        // In what is written, as in the other casts below: a handler takes and gives `Any` for a generic
        // type, and only the caller knows which type that is.
        let cast = function.result.map { $0.mentions(generics) ? " as! " + $0.spelling : "" } ?? ""
        let types = parts.map(\.type).joined(separator: ", ")
        let arguments = parts.map(\.argument).joined(separator: ", ")
        let (effects, result) = (function.effects, function.result?.erased(generics) ?? "Void")
        type = "(\(isSendable ? "@Sendable " : "")(\(types))\(effects.spelling) -> \(result))"
        call = { name in "\(effects.callMarks)\(name)(\(arguments))\(cast)" }
        preparations = parts.flatMap(\.preparations)
    }
}

extension TypeSyntax {
    /// The type without the generic parameters of its function.
    fileprivate func erased(_ generics: Set<String>) -> String {
        if mentions(generics) { return wrapped == nil ? "Any" : "Any?" }
        return unattributed.plainSpelling.replacing("some ", with: "any ")
    }
}

extension FunctionParameter {
    /// The type as the double's function declares it.
    ///
    /// What is said about who owns an argument need not be repeated to conform.
    var declaredType: String {
        var text = type.spelling
        for word in Self.ownership where text.hasPrefix(word + " ") {
            text.removeFirst(word.count + 1)
        }
        return text + (isVariadic ? "..." : "")
    }

    private static let ownership = ["consuming", "borrowing", "__owned", "__shared", "sending"]

    /// The type of which a double keeps the arguments; nothing for closures.
    func keptType(_ generics: Set<String>) -> String? {
        guard type.closure == nil, type.wrapped?.closure == nil,
            !type.specifiers.contains("autoclosure")
        else { return nil }
        let erased = type.unattributed.erased(generics)
        return isVariadic ? "[\(erased)]" : erased
    }

    /// How it is handed to a handler: the type there, the argument, and what is done before the call.
    fileprivate func handed(
        _ generics: Set<String>
    ) -> (type: String, argument: String, preparations: [String]) {
        let (argument, inner, specifiers) = (reference, type.unattributed, type.specifiers)
        if isVariadic { return ("[\(type.erased(generics))]", argument, []) }
        if specifiers.contains("inout") {
            guard inner.mentions(generics) else {
                return ("inout " + inner.erased(generics), "&" + argument, [])
            }
            let copy = "\(name.filter { $0 != "`" })Any"
            let back = "defer { \(argument) = \(copy) as! \(inner.spelling) }"
            return ("inout Any", "&" + copy, ["var \(copy): Any = \(argument)", back])
        }
        guard let closure = type.closure else { return (inner.erased(generics), argument, []) }
        guard type.mentions(generics) else {
            let kept = specifiers.filter { $0 != "autoclosure" && !Self.ownership.contains($0) }
                .map { "@\($0) " }.joined()
            return (kept + TypeSyntax(closure).erased(generics), argument, [])
        }
        if specifiers.contains("escaping") { return ("Any", argument, []) }
        // A closure that takes `Any` calls the one that takes generic types.
        let types = closure.parameters.map { $0.type.erased(generics) }.joined(separator: ", ")
        let arguments = closure.parameters.enumerated().map { index, parameter in
            "$\(index)"
                + (parameter.type.mentions(generics) ? " as! \(parameter.type.spelling)" : "")
        }
        let (effects, result) = (Effects(closure.effectSpecifiers), closure.returnClause.type)
        let returned = result.isVoid ? "Void" : result.erased(generics)
        let call = "\(effects.callMarks)\(argument)(\(arguments.joined(separator: ", ")))"
        return ("(\(types))\(effects.spelling) -> \(returned)", "{ \(call) }", [])
    }
}
