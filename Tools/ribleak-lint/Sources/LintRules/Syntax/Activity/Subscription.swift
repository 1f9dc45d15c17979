// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A call that subscribes to a stream, of Combine or RxSwift.
package struct Subscription {
    /// The call that subscribes: `sink`, `subscribe`, `bind`, `drive`, `emit` or `assign`.
    package let call: FunctionCallExprSyntax
    /// The name of that call.
    package let consumer: String
    /// The whole chain, with what comes after the call.
    package let chain: PostfixChain
    /// What becomes of the token.
    package let token: SubscriptionToken
    package let place: EnclosingCode

    /// Whether the call is of RxSwift; otherwise it is of Combine.
    package let isRx: Bool
    /// Whether it is a workflow, gives values to an object, or connects a stream.
    let takesObject: Bool
    /// When the stream ends by itself.
    let end: StreamEnd
    private let links: ArraySlice<PostfixChain.Link>

    /// Reads a call; nil when it is no subscription.
    package init?(_ call: FunctionCallExprSyntax, in file: ParsedFile, _ types: TypeTable) {
        guard let name = call.functionName, Self.consumers.contains(name), call.receiver != nil
        else { return nil }
        let chain = PostfixChain(around: call)
        guard let index = chain.links.firstIndex(where: { $0.call?.id == call.id }) else {
            return nil
        }
        let following = chain.links[(index + 1)...].map(\.name)
        place = EnclosingCode(of: call)
        let reader = StreamReader(type: place.type, types: types)
        takesObject = Self.takesObject(call, name, reader)
        guard takesObject || Self.isSubscription(call, name, following, file, reader),
            !Self.isOtherMethod(call, name, reader)
        else { return nil }
        (self.call, consumer, self.chain) = (call, name, chain)
        links = chain.links[..<index]
        isRx =
            !["sink", "assign"].contains(name)
            && (file.imports.contains { $0.hasPrefix("Rx") }
                || !file.imports.contains { $0.hasSuffix("Combine") })
        let isSingle = call.argument("onSuccess") != nil || call.argument("onFailure") != nil
        let end = call.receiver.map(reader.end) ?? .unknown
        self.end = end == .unknown && isSingle ? .soon : end
        let asked = chain.base.calledName ?? links.first { $0.call != nil }?.name ?? ""
        let answers = place.type.map { types.methods(asked, of: $0) } ?? []
        isRequest =
            end == .unknown
            && (Self.requests.contains(where: asked.hasPrefix)
                || answers.contains { $0.body.named.contains("onCompleted") })
        token = SubscriptionToken(of: call, chain, after: index, in: place, types)
    }

    private static let consumers: Set = [
        "sink", "subscribe", "bind", "drive", "emit", "assign", "connect",
    ]

    /// Whether a call gives values to an object, lets a workflow begin, or a stream that waits for it:
    /// `subscribe(subject)`, `subscribe(root)` and `connect()`.
    private static func takesObject(
        _ call: FunctionCallExprSyntax, _ name: String, _ reader: StreamReader
    ) -> Bool {
        guard call.closures.isEmpty, let receiver = call.receiver else { return false }
        if name == "connect" { return call.arguments.isEmpty && receiver.isConnectable }
        guard name == "subscribe", call.arguments.count == 1, let taker = call.argument(nil) else {
            return false
        }
        if reader.object(of: receiver).flatMap(reader.types.role) == .workflow { return true }
        return reader.end(of: taker) == .never
            || taker.madeType.map(reader.types.lineage)?.contains("ObserverType") == true
    }

    /// Names by which what follows a call shows that it is a subscription.
    private static let holders = SubscriptionToken.ties.union(["store", "disposed"])

    private static func isSubscription(
        _ call: FunctionCallExprSyntax, _ name: String, _ following: [String], _ file: ParsedFile,
        _ reader: StreamReader
    ) -> Bool {
        let labels = call.arguments.map { $0.label?.text }
        // The sources may have a method of the same name, which may return anything.
        let isStream = call.receiver.map { reader.end(of: $0) != .unknown } ?? false
        let isRx =
            file.imports.contains { $0.hasPrefix("Rx") }
            && (isStream || !reader.types.declaresMethod(name))
        let isHeld = following.contains(where: holders.contains)
        switch name {
        case "sink":
            return !call.closures.isEmpty || labels.contains("receiveValue")
                || labels.contains("in") || isHeld
        case "subscribe":
            if labels.contains(where: { subscribeLabels.contains($0 ?? "") }) { return true }
            return isHeld || isRx && labels.isEmpty && !call.closures.isEmpty
        case "assign": return labels == ["to", "on"]
        case "connect": return false
        default: return isHeld || isRx && (labels.contains("onNext") || labels.contains("to"))
        }
    }

    /// Whether it returns no token: another library's `bind(\.title, to: label)`, what a closure makes of
    /// the whole stream in `bind(to: { … })`, or a method of the sources.
    private static func isOtherMethod(
        _ call: FunctionCallExprSyntax, _ name: String, _ reader: StreamReader
    ) -> Bool {
        if name == "bind", let first = call.arguments.first,
            first.label == nil && first.expression.is(KeyPathExprSyntax.self)
                || first.label?.text == "to" && first.expression.is(ClosureExprSyntax.self)
        {
            return true
        }
        guard let owner = call.receiver.flatMap(reader.object) else { return false }
        let methods = reader.types.methods(name, of: owner)
        return !methods.isEmpty
            && methods.allSatisfy { !tokenTypes.contains($0.returnType ?? "") }
    }

    private static let tokenTypes: Set = [
        "Disposable", "Cancelable", "Cancellable", "AnyCancellable",
    ]

    private static let subscribeLabels: Set = [
        "onNext", "onError", "onCompleted", "onDisposed", "onSuccess", "onFailure",
    ]

    /// The closures that the subscription keeps: those of the call and of the operators before it.
    package var closures: [ClosureExprSyntax] {
        operators.flatMap(\.closures) + call.closures
    }

    /// The arguments that are no closures, among them references to methods, with those of the
    /// operators before the call.
    package var plainArguments: [LabeledExprSyntax] {
        (operators + [call]).flatMap(\.arguments).filter {
            !$0.expression.unwrapped.is(ClosureExprSyntax.self)
        }
    }

    /// The calls before the subscribing one that make streams of streams. Those of a collection,
    /// before `.publisher`, run at once.
    package var operators: [FunctionCallExprSyntax] {
        let start = links.lastIndex {
            ["publisher", "asObservable"].contains($0.name) && $0.call == nil
        }
        return links[(start.map { $0 + 1 } ?? links.startIndex)...].compactMap(\.call)
    }

    /// Whether values pass only while an interactor is active.
    package var isConfined: Bool {
        links.contains { $0.name == "confineTo" } || switchesWithActivity
    }

    /// Whether it takes another stream whenever the activity begins or ends:
    /// `isActiveStream.flatMapLatest { … }`.
    private var switchesWithActivity: Bool {
        (chain.base.variableName == "isActiveStream"
            || links.contains { $0.name == "isActiveStream" })
            && links.contains {
                ["flatMapLatest", "switchLatest", "switchToLatest"].contains($0.name)
            }
    }

    /// Whether the stream ends by itself, after a value or when its work is done.
    package var isFinite: Bool { end == .soon }

    /// Whether it ends when a property no longer keeps its token, which RxSwift's do not.
    func endsWhenFreed(by property: String, _ types: TypeTable) -> Bool {
        guard isRx || consumer == "connect" else { return true }
        guard let kept = types.property(property, of: place.type ?? "") else { return true }
        return kept.type == "DisposeBag" || chain.links.last?.name == "disposed"
    }

    /// Whether the stream may be a subject of RxSwift, or such a relay: that keeps the closures itself, and
    /// the token holds it weakly.
    func mayBeSubject(_ types: TypeTable) -> Bool {
        isRx && !["drive", "emit"].contains(consumer)
            && operators.compactMap(\.functionName).allSatisfy {
                $0 == "asObservable" || types.declaresMethod($0)
            }
    }

    /// Whether nothing tells if the stream ends: its end is handled, and it is neither a subject nor that of
    /// a control.
    package var mayEnd: Bool {
        end == .unknown && !isOfControl
            && call.arguments.contains {
                Self.endLabels.contains($0.label?.text ?? "") && !$0.expression.isNil
            }
    }

    /// Whether it begins with what people do to a control: `rx.text`.
    private var isOfControl: Bool {
        let names = [chain.base.variableName ?? ""] + links.map(\.name)
        return zip(names, names.dropFirst()).contains {
            $0 == "rx" && Self.controlStreams.contains($1)
        }
    }

    private static let controlStreams: Set = [
        "text", "attributedText", "tap", "controlEvent", "value", "isOn", "date",
        "selectedSegmentIndex", "itemSelected", "modelSelected", "contentOffset", "didScroll",
        "textDidBeginEditing", "textDidEndEditing", "searchButtonClicked", "cancelButtonClicked",
    ]

    /// Whether the stream is what a call answers whose name asks for something once, such as
    /// `fetchUser()`, or whose code completes one: that most likely ends, and nothing tells.
    let isRequest: Bool

    /// Whether it is the stream of a control, `rx.text`, that closures do not hold.
    var isOfOwnControl: Bool {
        (chain.base.isSelf ? links.first?.name : chain.base.variableName) == "rx"
            && !closures.contains { SelfCapture(of: $0) != nil }
    }

    private static let requests = [
        "fetch", "get", "load", "request", "search", "find", "post", "put", "upload", "download",
        "submit", "login", "logIn", "logout", "logOut", "signIn", "signUp", "signOut", "register",
        "save", "delete", "create", "check", "validate", "refresh", "retrieve", "perform",
        "execute",
    ]

    private static let endLabels: Set = ["receiveCompletion", "onError", "onCompleted"]
}

extension ExprSyntax {
    /// Whether it makes a stream that waits for `connect()`, maybe by the value of a constant.
    fileprivate var isConnectable: Bool {
        let makers: Set = ["publish", "multicast", "replay", "makeConnectable"]
        return PostfixChain(origin ?? self).links.contains { makers.contains($0.name) }
    }

    /// The name of the called function or type, without generic arguments: `Just` for
    /// `Just<Int>(1)`.
    var calledPlainName: String? {
        unwrapped.as(FunctionCallExprSyntax.self)?.calledExpression.plainName
    }
}
