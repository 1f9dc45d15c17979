// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// When a stream ends by itself, as far as the sources tell.
enum StreamEnd {
    /// With its first values, or when its work is done.
    case soon
    /// After a while, or at a later value: it fires once more until then.
    case later
    /// It is a subject or relay, or made of one.
    case never
    case unknown
}

/// Follows a stream from what it begins with, operator by operator.
struct StreamReader {
    /// The type whose code it is.
    let type: String?
    let types: TypeTable

    /// When the stream ends that an expression stands for; unknown for what is not a stream.
    func end(of expression: ExprSyntax) -> StreamEnd { end(value(of: expression, 0)) }

    /// The type of the object that an expression stands for; nil for a stream and what is not known.
    func object(of expression: ExprSyntax) -> String? {
        if case .object(let type) = value(of: expression, 0) { type } else { nil }
    }

    private enum Value {
        /// An object of a type of the sources.
        case object(String)
        case stream(StreamEnd)
    }

    private func end(_ value: Value) -> StreamEnd {
        if case .stream(let end) = value { end } else { .unknown }
    }

    private func value(of expression: ExprSyntax, _ depth: Int) -> Value {
        let chain = PostfixChain(expression.unwrapped)
        guard depth < Self.deepest else { return .stream(.unknown) }
        var value = base(chain.base, depth)
        var skips = false
        for link in chain.links {
            if case .object(let type) = value, let member = member(link.name, of: type) {
                value = member
            } else if Self.makers.contains(chain.base.plainName ?? ""), let call = link.call,
                link.call?.id == chain.links[0].call?.id
            {
                value = .stream(made(by: link.name, call, depth))
            } else {
                let end = end(after: link, end(value), skips: skips, depth)
                skips = skips || end == .never && ["dropFirst", "skip"].contains(link.name)
                value = .stream(end)
            }
        }
        return value
    }

    /// How many variables and streams within streams are looked through.
    private static let deepest = 4

    // MARK: What a stream begins with

    private func base(_ base: ExprSyntax, _ depth: Int) -> Value {
        if base.isSelf, let type { return .object(type) }
        if let call = base.as(FunctionCallExprSyntax.self), let name = base.calledName,
            call.calledExpression.is(MemberAccessExprSyntax.self)
        {
            return .stream(made(by: name, call, depth))
        }
        guard let name = base.plainName ?? base.calledPlainName else { return .stream(.unknown) }
        switch base.meaning(ofLocal: name) {
        case .value(let value)?: return self.value(of: value, depth + 1)
        case .parameter?, .unknown?: return .stream(.unknown)
        case nil where name.first?.isUppercase == true: return value(ofType: name)
        case nil: return type.flatMap { member(name, of: $0) } ?? .stream(.unknown)
        }
    }

    private func value(ofType name: String) -> Value {
        if Self.finiteTypes.contains(name) { return .stream(.soon) }
        if Self.subjects.contains(name) { return .stream(.never) }
        return types.declares(name) ? .object(name) : .stream(.unknown)
    }

    /// What a property or method of an object is; nil if the sources do not have it.
    private func member(_ name: String, of type: String) -> Value? {
        if name.hasPrefix("$"), types.property(String(name.dropFirst()), of: type) != nil {
            return .stream(.never)
        }
        let owner = types.onlyClass(of: type)?.name ?? type
        let methods = types.methods(name, of: owner).filter(\.hasBody)
        if methods.count == 1, givesSubject(methods[0], of: owner) { return .stream(.never) }
        if let property = types.property(name, of: owner) {
            return property.type.map(value(ofType:)) ?? .stream(.unknown)
        }
        let all = types.methods(name, of: type)
        guard all.count == 1, let result = all[0].returnType else { return nil }
        return value(ofType: result)
    }

    /// Whether all that a method or getter does is to give a subject of its object in another form.
    private func givesSubject(_ method: MethodFacts, of type: String) -> Bool {
        let names = Set(method.body.uses)
        guard names.count == 1, let name = names.first else { return false }
        return types.property(name, of: type)?.type.map(Self.subjects.contains) == true
            && method.body.sends.allSatisfy(Self.forms.contains)
    }

    /// What `Observable.just`, `.merge` and the like make.
    private func made(by name: String, _ call: FunctionCallExprSyntax, _ depth: Int) -> StreamEnd {
        if Self.finiteMakers.contains(name) { return .soon }
        guard Self.mixers.contains(name) else { return .unknown }
        let listed = call.arguments.flatMap { argument in
            argument.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
                ?? [argument.expression]
        }
        let ends = listed.map { end(value(of: $0, depth + 1)) }
        if ends.contains(.never) { return .never }
        return ends.allSatisfy { $0 == .soon } ? .soon : .unknown
    }

    // MARK: Operators

    private func end(
        after link: PostfixChain.Link, _ end: StreamEnd, skips: Bool, _ depth: Int
    ) -> StreamEnd {
        let label = link.call?.arguments.first?.label?.text
        // What comes only at a later value comes maybe after the activity.
        let first = end == .never && skips ? StreamEnd.later : .soon
        switch link.name {
        case "take", "prefix", "takeUntil", "takeWhile":
            if label?.hasPrefix("until") == true || link.name == "takeUntil" {
                let other = link.call?.arguments.first?.expression
                return other.map(goesOnAfterActivity) == true ? end : .soon
            }
            let isWhile =
                label == "while" || link.name == "takeWhile" || link.call?.arguments.isEmpty == true
            return isWhile ? end == .never ? .never : .soon : first
        case "collect":
            return end == .never && link.call?.arguments.isEmpty == false ? .never : .soon
        case "first", "element", "elementAt": return first
        case _ where Self.finiteOperators.contains(link.name): return .soon
        case "delay", "delaySubscription": return end == .soon ? .later : end
        case "retry", "retryWhen": return link.call.map(retriesForEver) == true ? .never : end
        case _ where Self.inner.contains(link.name):
            guard let call = link.call else { return end }
            let others = call.closures.flatMap(\.results) + call.arguments.map(\.expression)
            return others.contains { self.end(value(of: $0, depth + 1)) == .never } ? .never : end
        default: return end
        }
    }

    /// Whether a stream that ends another one is known to say nothing when the activity ends: a subject
    /// of another object, or an own one that only the deinitializer fires.
    private func goesOnAfterActivity(_ other: ExprSyntax) -> Bool {
        guard let type, let role = types.role(of: type), !role.activeMethods.isEmpty,
            end(of: other) == .never, case (.owner, let names)? = other.path,
            let first = names.first, types.property(first, of: type) != nil,
            !types.mayEndWithActivity(first, of: type, whenFreed: true)
        else { return false }
        let users = types.methods(of: type).filter {
            !$0.body.sends.isDisjoint(with: ["onNext", "accept", "send"])
                && $0.body.uses.contains(first)
        }
        return names.count > 1 || !users.isEmpty && users.allSatisfy { $0.name == "deinit" }
    }

    /// Whether each error has another attempt follow: `retry { $0.delay(…) }`.
    private func retriesForEver(_ call: FunctionCallExprSyntax) -> Bool {
        guard let closure = call.closures.first, closure.results.count == 1 else { return false }
        let chain = PostfixChain(closure.results[0])
        return (closure.parameterNames + ["$0"]).contains(chain.base.variableName ?? "")
            && chain.links.allSatisfy { Self.passing.contains($0.name) }
    }

    static let subjects: Set = [
        "PassthroughSubject", "CurrentValueSubject", "PublishSubject", "BehaviorSubject",
        "ReplaySubject", "PublishRelay", "BehaviorRelay", "ReplayRelay",
    ]
    private static let makers: Set = ["Observable", "Publishers", "Driver", "Signal"]
    private static let finiteTypes: Set = [
        "Just", "Single", "Maybe", "Completable", "Future", "Empty", "Fail", "Result",
    ]
    private static let finiteMakers: Set = ["just", "of", "from", "empty", "error", "range"]
    private static let mixers: Set = ["merge", "concat", "combineLatest", "zip"]
    private static let finiteOperators: Set = [
        "single", "asSingle", "asMaybe", "asCompletable", "last", "takeLast", "toArray", "reduce",
        "dataTaskPublisher", "timeout",
    ]
    /// Operators that go on with another stream.
    private static let inner: Set = [
        "flatMap", "flatMapLatest", "flatMapFirst", "concatMap", "catch", "catchError", "append",
        "concat", "merge", "combineLatest",
    ]
    private static let passing: Set = ["delay", "debounce", "throttle", "do", "observe", "map"]
    /// Operators that leave a stream as endless as it is.
    private static let forms: Set = [
        "eraseToAnyPublisher", "asObservable", "asDriver", "asSignal", "share", "map", "filter",
        "removeDuplicates", "distinctUntilChanged", "receive", "observe", "compactMap",
    ]
}
