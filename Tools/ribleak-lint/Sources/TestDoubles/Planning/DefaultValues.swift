// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Values that a double returns until a test says otherwise.
///
/// Only values that stand for "nothing" are given: nil, empty, zero, false, a stream without values,
/// or another double.
struct DefaultValues: Sendable {
    /// An expression that makes a double, and whether it may be the default value of a parameter. It may
    /// not where only the file of the doubles can see the class, or where Swift 5 does not know on which
    /// actor the value is made.
    typealias Double = (expression: String, fitsParameters: Bool)

    /// Finds the double of a protocol by its name, if there is one.
    let double: @Sendable (String) -> Double?

    /// The default value of a type, as an expression.
    func value(of type: TypeSyntax) -> String? {
        let type = type.bare
        return plainValue(of: type) ?? double(of: type)?.expression
    }

    /// Whether the default value of a type may be the one of a parameter.
    func fitsParameters(_ type: TypeSyntax) -> Bool {
        plainValue(of: type.bare) != nil || double(of: type.bare)?.fitsParameters != false
    }

    private func double(of type: TypeSyntax) -> Double? {
        type.is(MetatypeTypeSyntax.self) ? nil : type.protocolName.flatMap(double)
    }

    /// The default value of a type that is no protocol with a double.
    private func plainValue(of type: TypeSyntax) -> String? {
        if type.wrapped != nil { return "nil" }
        if type.is(ArrayTypeSyntax.self) { return "[]" }
        if type.is(DictionaryTypeSyntax.self) { return "[:]" }
        if let tuple = type.as(TupleTypeSyntax.self) {
            let values = tuple.elements.compactMap { value(of: $0.type) }
            guard values.count == tuple.elements.count else { return nil }
            return "(\(values.joined(separator: ", ")))"
        }
        guard !type.is(SomeOrAnyTypeSyntax.self), let named = type.named else { return nil }
        if named.arguments.isEmpty { return Self.simple[named.name] }
        let spelling = type.spelling
        switch named.name {
        case "Array", "Set", "ContiguousArray", "ArraySlice": return "[]"
        case "Dictionary": return "[:]"
        case "PublishSubject", "PublishRelay", "PassthroughSubject": return spelling + "()"
        case "ReplaySubject", "ReplayRelay": return spelling + ".create(bufferSize: 1)"
        case "Observable", "Maybe", "Infallible", "Driver", "Signal": return spelling + ".empty()"
        case "BehaviorSubject", "BehaviorRelay":
            return named.arguments.first.flatMap(value(of:)).map { "\(spelling)(value: \($0))" }
        case "CurrentValueSubject":
            return named.arguments.first.flatMap(value(of:)).map { "\(spelling)(\($0))" }
        case "AnyPublisher":
            let arguments = named.arguments.map(\.spelling).joined(separator: ", ")
            return "Empty<\(arguments)>().eraseToAnyPublisher()"
        case "AsyncStream", "AsyncThrowingStream": return spelling + " { $0.finish() }"
        default: return nil
        }
    }

    private static let simple = [
        "Bool": "false", "String": "\"\"", "Substring": "\"\"", "Void": "()", "Data": "Data()",
        "DisposeBag": "DisposeBag()", "Completable": "Completable.empty()",
        "UIViewController": "UIViewController()", "UIView": "UIView()",
        "CGPoint": "CGPoint.zero", "CGSize": "CGSize.zero", "CGRect": "CGRect.zero",
    ].merging(
        [
            "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
            "Double", "Float", "CGFloat", "TimeInterval", "Decimal",
        ].map { ($0, "0") }
    ) { $1 }
}
