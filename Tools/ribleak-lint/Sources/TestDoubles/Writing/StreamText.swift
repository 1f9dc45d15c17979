// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A property that is a stream, which a test feeds by a subject.
struct StreamText {
    private enum Form {
        /// RxSwift's `Observable`, which subjects are themselves.
        case observable(element: String)
        /// Another stream, made from a subject: the subject's type, and what makes the stream.
        case converted(subject: String, conversion: String)
        /// Swift's own stream, which a continuation feeds.
        case asynchronous
    }

    private let form: Form
    private let property: PropertyRequirement
    private let style: DoubleStyle
    private let defaults: DefaultValues

    private var name: String { PropertyWriter.plainName(property.name) }
    private var type: String { property.type.spelling }
    private var prefix: String { style.memberPrefix(property.traits) }

    /// - Returns: Nothing when the property is no stream that can be fed.
    init?(_ property: PropertyRequirement, style: DoubleStyle, defaults: DefaultValues) {
        guard !property.traits.isStatic, !property.traits.isNonisolated, property.effects.isNone,
            property.type.wrapped == nil, let named = property.type.named
        else { return nil }
        let arguments = named.arguments.map(\.spelling)
        let subject = arguments.first.map { "PublishSubject<\($0)>" } ?? ""
        switch (named.name, arguments.count) {
        case ("Observable", 1): form = .observable(element: arguments[0])
        case ("AnyPublisher", 2), ("Publisher", 2):
            let isErased = named.name == "Publisher"
            form = .converted(
                subject: Self.combineSubject(property, named.arguments, defaults),
                conversion: isErased ? "" : ".eraseToAnyPublisher()")
        case ("Driver", 1):
            form = .converted(
                subject: subject + "()", conversion: ".asDriver(onErrorDriveWith: .empty())")
        case ("Signal", 1):
            form = .converted(
                subject: subject + "()", conversion: ".asSignal(onErrorSignalWith: .empty())")
        case ("Infallible", 1):
            form = .converted(
                subject: subject + "()", conversion: ".asInfallible(onErrorFallbackTo: .empty())")
        case ("Single", 1):
            form = .converted(subject: subject + "()", conversion: ".asSingle()")
        case ("Maybe", 1): form = .converted(subject: subject + "()", conversion: ".asMaybe()")
        case ("AsyncStream", 1), ("AsyncThrowingStream", 2):
            guard !property.isSettable else { return nil }
            form = .asynchronous
        default: return nil
        }
        (self.property, self.style, self.defaults) = (property, style, defaults)
    }

    /// Whether the double's `init` takes the stream.
    var isInitialized: Bool {
        if case .observable = form { return true }
        return false
    }

    /// Writes the subject and the property.
    func write(in code: inout CodeText) {
        switch form {
        case .observable(let element): writeObservable(of: element, &code)
        case .converted(let subject, let conversion): write(subject, conversion, &code)
        case .asynchronous:
            code.line("private let \(name)Pair = \(type).makeStream()")
            code.line(
                "\(prefix)var \(name)Continuation: \(type).Continuation { \(name)Pair.continuation }"
            )
            code.line("\(prefix)var \(property.name): \(type) { \(name)Pair.stream }")
        }
    }

    // MARK: - Combine and conversions

    private func write(_ subject: String, _ conversion: String, _ code: inout CodeText) {
        let variable = style.isSendable ? "let" : "private(set) var"
        let stream = "\(name)Subject\(conversion)"
        code.line("\(prefix)\(variable) \(name)Subject = \(subject)")
        guard property.isSettable else {
            for attribute in property.traits.attributes { code.line(attribute) }
            code.line("\(prefix)var \(property.name): \(type) { \(stream) }")
            return
        }
        let counter = name + "SetCallCount"
        style.declare(counter, "Int", "0", of: property.traits, isReadOnly: true, in: &code)
        style.declare(
            "_" + name, property.type.optionalSpelling, "nil", of: property.traits, in: &code)
        for attribute in property.traits.attributes { code.line(attribute) }
        code.block("\(prefix)var \(property.name): \(type)") {
            $0.line("get { _\(name) ?? \(stream) }")
            $0.block("set") {
                $0.line("_\(name) = newValue")
                $0.line(style.change(counter, " += 1", of: property.traits))
            }
        }
    }

    private static func combineSubject(
        _ property: PropertyRequirement, _ types: [TypeSyntax], _ defaults: DefaultValues
    ) -> String {
        let arguments = types.map(\.spelling).joined(separator: ", ")
        if property.traits.mark?[.combine, property.name] == "CurrentValueSubject",
            let value = types.first.flatMap(defaults.value(of:))
        {
            return "CurrentValueSubject<\(arguments)>(\(value))"
        }
        // A value of no type is made up.
        return "PassthroughSubject<\(arguments)>()"
    }

    // MARK: - RxSwift

    private func writeObservable(of element: String, _ code: inout CodeText) {
        let counter = name + "SubjectSetCallCount"
        let count = style.change(counter, " += 1", of: property.traits)
        let access = style.access
        style.declare(counter, "Int", "0", of: property.traits, isReadOnly: true, in: &code)
        let main = mainSubject(of: element)
        guard !style.isSendable else {
            code.line("\(prefix)let \(name)Subject = \(main.value)")
            style.declare("_" + name, "\(type)?", "nil", of: property.traits, in: &code)
            code.block("\(prefix)var \(property.name): \(type)") {
                $0.line("get { _\(name) ?? \(name)Subject }")
                $0.line("set { _\(name) = newValue; \(count) }")
            }
            return
        }
        code.line("\(access)var \(name)Subject = \(main.value) { didSet { \(count) } }")
        if property.traits.mark?[.rx, property.name] == nil {
            code.line(
                "\(access)var \(name)ReplaySubject = "
                    + "ReplaySubject<\(element)>.create(bufferSize: 1)")
            code.line("\(access)var \(name)BehaviorSubject: BehaviorSubject<\(element)>!")
        }
        code.line("\(access)var _\(name): \(type)? { didSet { \(count) } }")
        for attribute in property.traits.attributes { code.line(attribute) }
        code.block("\(prefix)var \(property.name): \(type)") {
            $0.line("get { _\(name) ?? \(name)Subject }")
            $0.block("set") { writeSetter(element, main.type, &$0) }
        }
    }

    /// A subject that is assigned takes the place of the double's own, so that a test can feed it.
    private func writeSetter(_ element: String, _ subject: String, _ code: inout CodeText) {
        code.block("if let subject = newValue as? \(subject)") {
            $0.line("\(name)Subject = subject")
            $0.line("if _\(name) != nil { _\(name) = nil }")
        } otherwise: {
            if property.traits.mark?[.rx, property.name] == nil {
                for kind in ["Replay", "Behavior"] {
                    let type = "\(kind)Subject<\(element)>"
                    $0.line(
                        "if let subject = newValue as? \(type) { \(name)\(kind)Subject = subject }")
                }
            }
            $0.line("_\(name) = newValue")
        }
    }

    private func mainSubject(of element: String) -> (type: String, value: String) {
        switch property.traits.mark?[.rx, property.name] {
        case "ReplaySubject":
            let type = "ReplaySubject<\(element)>"
            return (type, type + ".create(bufferSize: 1)")
        case "BehaviorSubject":
            guard let first = property.type.named?.arguments.first,
                let value = defaults.value(of: first)
            else { break }
            let type = "BehaviorSubject<\(element)>"
            return (type, "\(type)(value: \(value))")
        default: break
        }
        let type = "PublishSubject<\(element)>"
        return (type, type + "()")
    }
}
