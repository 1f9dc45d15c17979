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
        let parts = function.parameters.map { HandedParameter($0, generics: generics) }
        let result = function.result.map { HandedParameter.erased($0, generics) } ?? "Void"
        let cast =
            function.result.map { $0.mentions(generics) ? " as! " + $0.spelling : "" } ?? ""
        let types = parts.map(\.type).joined(separator: ", ")
        let arguments = parts.map(\.argument).joined(separator: ", ")
        let marks = function.effects.callMarks
        type =
            "(\(isSendable ? "@Sendable " : "")(\(types))\(function.effects.spelling) -> \(result))"
        call = { name in "\(marks)\(name)(\(arguments))\(cast)" }
        preparations = parts.flatMap(\.preparations)
    }
}

/// A parameter as it is handed to a handler.
private struct HandedParameter {
    let type: String
    let argument: String
    var preparations: [String] = []

    init(_ parameter: FunctionParameter, generics: Set<String>) {
        let (name, whole) = (parameter.reference, parameter.type)
        let (inner, specifiers) = (whole.unattributed, whole.specifiers)
        if parameter.isVariadic {
            (type, argument) = ("[\(Self.erased(whole, generics))]", name)
        } else if specifiers.contains("inout") {
            if inner.mentions(generics) {
                let copy = "\(parameter.name.filter { $0 != "`" })Any"
                (type, argument) = ("inout Any", "&" + copy)
                preparations = [
                    "var \(copy): Any = \(name)",
                    "defer { \(name) = \(copy) as! \(inner.spelling) }",
                ]
            } else {
                (type, argument) = ("inout " + Self.erased(inner, generics), "&" + name)
            }
        } else if let closure = whole.closure {
            if !whole.mentions(generics) {
                let kept = specifiers.filter { $0 != "autoclosure" && !Self.dropped.contains($0) }
                    .map { "@\($0) " }.joined()
                (type, argument) = (kept + Self.erased(TypeSyntax(closure), generics), name)
            } else if specifiers.contains("escaping") {
                (type, argument) = ("Any", name)
            } else {
                (type, argument) = Self.wrapping(closure, named: name, generics)
            }
        } else {
            (type, argument) = (Self.erased(inner, generics), name)
        }
    }

    /// A closure that takes `Any` and calls one that takes generic types.
    private static func wrapping(
        _ closure: FunctionTypeSyntax, named name: String, _ generics: Set<String>
    ) -> (type: String, argument: String) {
        let parameters = Array(closure.parameters.map(\.type))
        let types = parameters.map { erased($0, generics) }.joined(separator: ", ")
        let arguments = parameters.enumerated().map { index, type in
            "$\(index)" + (type.mentions(generics) ? " as! \(type.spelling)" : "")
        }
        let effects = Effects(closure.effectSpecifiers)
        let result = closure.returnClause.type
        let returned = result.isVoid ? "Void" : erased(result, generics)
        let call = "\(effects.callMarks)\(name)(\(arguments.joined(separator: ", ")))"
        return ("(\(types))\(effects.spelling) -> \(returned)", "{ \(call) }")
    }

    /// A type without the generic parameters of its function.
    static func erased(_ type: TypeSyntax, _ generics: Set<String>) -> String {
        if type.mentions(generics) { return type.wrapped == nil ? "Any" : "Any?" }
        return type.unattributed.plainSpelling.replacing("some ", with: "any ")
    }

    /// Words about who owns an argument, which the double does not repeat.
    static let dropped: Set = [
        "inout", "consuming", "borrowing", "sending", "__owned", "__shared", "isolated",
    ]
}

extension FunctionParameter {
    /// The type as the double's function declares it.
    ///
    /// What is said about who owns an argument need not be repeated to conform.
    var declaredType: String {
        var text = type.spelling
        for word in ["consuming ", "borrowing ", "__owned ", "__shared ", "sending "]
        where text.hasPrefix(word) { text.removeFirst(word.count) }
        return text + (isVariadic ? "..." : "")
    }

    /// The type of which a double keeps the arguments; nothing for closures.
    func keptType(_ generics: Set<String>) -> String? {
        guard type.closure == nil, type.wrapped?.closure == nil,
            !type.specifiers.contains("autoclosure")
        else { return nil }
        let erased = HandedParameter.erased(type.unattributed, generics)
        return isVariadic ? "[\(erased)]" : erased
    }
}
