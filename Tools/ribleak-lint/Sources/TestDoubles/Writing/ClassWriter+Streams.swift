// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// How a test feeds a property that is a stream.
enum StreamForm {
    /// RxSwift's `Observable`, which subjects are themselves.
    case observable(element: TypeSyntax)
    /// Another stream, made from a subject: the subject, and what makes the stream.
    case converted(subject: String, conversion: String)
    /// Swift's own stream, which a continuation feeds.
    case asynchronous

    /// What makes other streams of RxSwift from an observable.
    fileprivate static let conversions = [
        "Driver": ".asDriver(onErrorDriveWith: .empty())",
        "Signal": ".asSignal(onErrorSignalWith: .empty())",
        "Infallible": ".asInfallible(onErrorFallbackTo: .empty())",
        "Single": ".asSingle()", "Maybe": ".asMaybe()",
    ]
}

/// The properties that are streams.
extension ClassWriter {
    /// The form of a property; nothing when it is not a stream that can be fed.
    func stream(of property: PropertyRequirement) -> StreamForm? {
        guard !property.traits.isStatic, !property.traits.isNonisolated, property.effects.isNone,
            property.type.wrapped == nil, let named = property.type.named
        else { return nil }
        switch (named.name, named.arguments.count) {
        case ("Observable", 1): return .observable(element: named.arguments[0])
        case ("AnyPublisher", 2), ("Publisher", 2):
            return .converted(
                subject: combineSubject(property, named.arguments),
                conversion: named.name == "Publisher" ? "" : ".eraseToAnyPublisher()")
        case ("AsyncStream", 1), ("AsyncThrowingStream", 2):
            return property.isSettable ? nil : .asynchronous
        case (let name, 1):
            return StreamForm.conversions[name].map {
                .converted(
                    subject: "PublishSubject<\(named.arguments[0].spelling)>()", conversion: $0)
            }
        default: return nil
        }
    }

    /// Writes the subject and the property.
    mutating func write(_ property: PropertyRequirement, as form: StreamForm) {
        switch form {
        case .observable(let element): writeObservable(property, of: element)
        case .converted(let subject, let conversion): write(property, subject, conversion)
        case .asynchronous:
            let (name, type) = (property.plainName, property.type.spelling)
            let prefix = memberPrefix(property.traits)
            line("private let \(name)Pair = \(type).makeStream()")
            line(
                "\(prefix)var \(name)Continuation: \(type).Continuation { \(name)Pair.continuation }"
            )
            line("\(prefix)var \(property.name): \(type) { \(name)Pair.stream }")
        }
    }

    // MARK: - Combine and conversions

    private mutating func write(
        _ property: PropertyRequirement, _ subject: String, _ conversion: String
    ) {
        let (name, traits) = (property.plainName, property.traits)
        let variable = plan.isSendable ? "let" : "private(set) var"
        let stream = "\(name)Subject\(conversion)"
        let head = "\(memberPrefix(traits))var \(property.name): \(property.type.spelling)"
        line("\(memberPrefix(traits))\(variable) \(name)Subject = \(subject)")
        guard property.isSettable else {
            writeAttributes(traits)
            return line("\(head) { \(stream) }")
        }
        let counting = count(name + "SetCallCount", for: traits)
        declare("_" + name, property.type.optionalSpelling, "nil", for: traits)
        writeAttributes(traits)
        block(head) {
            $0.line("get { _\(name) ?? \(stream) }")
            $0.block("set") {
                $0.line("_\(name) = newValue")
                $0.line(counting)
            }
        }
    }

    private func combineSubject(_ property: PropertyRequirement, _ types: [TypeSyntax]) -> String {
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

    private mutating func writeObservable(_ property: PropertyRequirement, of type: TypeSyntax) {
        let (name, traits, element) = (property.plainName, property.traits, type.spelling)
        let isMarked = traits.mark?[.rx, property.name] != nil
        let observable = property.type.spelling
        let head = "\(memberPrefix(traits))var \(property.name): \(observable)"
        let counting = count(name + "SubjectSetCallCount", for: traits)
        let main = mainSubject(property, of: type)
        guard !plan.isSendable else {
            line("\(memberPrefix(traits))let \(name)Subject = \(main.value)")
            declare("_" + name, "\(observable)?", "nil", for: traits)
            return block(head) {
                $0.line("get { _\(name) ?? \(name)Subject }")
                $0.line("set { _\(name) = newValue; \(counting) }")
            }
        }
        line("\(access)var \(name)Subject = \(main.value) { didSet { \(counting) } }")
        if !isMarked {
            line(
                "\(access)var \(name)ReplaySubject = "
                    + "ReplaySubject<\(element)>.create(bufferSize: 1)")
            line("\(access)var \(name)BehaviorSubject: BehaviorSubject<\(element)>!")
        }
        line("\(access)var _\(name): \(observable)? { didSet { \(counting) } }")
        writeAttributes(traits)
        block(head) {
            $0.line("get { _\(name) ?? \(name)Subject }")
            // A subject that is assigned takes the place of the double's own, so that a test can feed it.
            $0.block("set") {
                $0.block("if let subject = newValue as? \(main.type)", end: nil) {
                    $0.line("\(name)Subject = subject")
                    $0.line("if _\(name) != nil { _\(name) = nil }")
                }
                $0.block("} else") {
                    for kind in isMarked ? [] : ["Replay", "Behavior"] {
                        $0.line(
                            "if let subject = newValue as? \(kind)Subject<\(element)> "
                                + "{ \(name)\(kind)Subject = subject }")
                    }
                    $0.line("_\(name) = newValue")
                }
            }
        }
    }

    private func mainSubject(
        _ property: PropertyRequirement, of element: TypeSyntax
    ) -> (type: String, value: String) {
        let (kind, arguments) =
            switch (property.traits.mark?[.rx, property.name], defaults.value(of: element)) {
            case ("ReplaySubject", _): ("ReplaySubject", ".create(bufferSize: 1)")
            case ("BehaviorSubject", let value?): ("BehaviorSubject", "(value: \(value))")
            default: ("PublishSubject", "()")
            }
        let type = "\(kind)<\(element.spelling)>"
        return (type, type + arguments)
    }
}
