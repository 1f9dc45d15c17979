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

    /// The type of what the chain begins with, as far as the sources tell: `Single` for
    /// `accounts.login()`.
    private let streamType: String?
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
        guard Self.isSubscription(call, name, following, file, types),
            !Self.isOtherMethod(call, name, of: place.type, types)
        else { return nil }
        (self.call, consumer, self.chain) = (call, name, chain)
        links = chain.links[..<index]
        streamType = Self.streamType(chain, in: place.type, types)
        token = SubscriptionToken(of: call, chain, after: index, in: place, types)
    }

    private static func streamType(
        _ chain: PostfixChain, in type: String?, _ types: TypeTable
    ) -> String? {
        guard let type else { return nil }
        var links = chain.links
        var name = chain.base.ownMemberName
        if chain.base.isSelf, !links.isEmpty { name = links.removeFirst().name }
        if let called = chain.base.calledName {
            let found = types.methods(called, of: type)
            return found.count == 1 ? found[0].returnType : nil
        }
        guard let name, let property = types.property(name, of: type), let base = property.type
        else { return nil }
        guard let link = links.first, types.type(base) != nil else { return base }
        if link.call == nil { return types.property(link.name, of: base)?.type }
        let found = types.methods(link.name, of: base)
        return found.count == 1 ? found[0].returnType : nil
    }

    private static let consumers: Set = ["sink", "subscribe", "bind", "drive", "emit", "assign"]

    /// Names by which what follows a call shows that it is a subscription.
    private static let holders: Set = [
        "store", "disposed", "disposeOnDeactivate", "cancelOnDeactivate", "disposeOnStop",
        "cancelOnStop",
    ]

    private static func isSubscription(
        _ call: FunctionCallExprSyntax, _ name: String, _ following: [String], _ file: ParsedFile,
        _ types: TypeTable
    ) -> Bool {
        let labels = call.arguments.map { $0.label?.text }
        // The sources may have a method of the same name, which may return anything.
        let isRx =
            file.imports.contains { $0.hasPrefix("Rx") } && !types.declaresMethod(name)
        let isHeld = following.contains(where: holders.contains)
        switch name {
        case "sink":
            return !call.closures.isEmpty || labels.contains("receiveValue")
                || labels.contains("in") || isHeld
        case "subscribe":
            if labels.contains(where: { subscribeLabels.contains($0 ?? "") }) { return true }
            return isHeld || isRx && labels.isEmpty && !call.closures.isEmpty
        case "assign": return labels == ["to", "on"]
        case "bind":
            return isHeld || isRx && (labels.contains("to") || labels.contains("onNext"))
        default: return isHeld || isRx && (labels.contains("onNext") || labels.contains("to"))
        }
    }

    /// Whether the receiver is a property whose type has a method of the name in the sources, which
    /// returns no token.
    private static func isOtherMethod(
        _ call: FunctionCallExprSyntax, _ name: String, of type: String?, _ types: TypeTable
    ) -> Bool {
        guard let receiver = call.receiver, let type else { return false }
        let owner =
            receiver.isSelf
            ? type : receiver.ownMemberName.flatMap { types.property($0, of: type)?.type }
        guard !receiver.isLocal, let owner, types.type(owner) != nil else { return false }
        let methods = types.methods(name, of: owner)
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

    /// Whether the call is of RxSwift; otherwise it is of Combine.
    package var isRx: Bool { consumer != "sink" && consumer != "assign" }

    /// Whether the stream ends by itself, after a value or when its work is done.
    package var isFinite: Bool {
        if links.contains(where: { Self.finiteOperators.contains($0.name) }) { return true }
        if call.argument("onSuccess") != nil || call.argument("onFailure") != nil { return true }
        let first = links.first?.name ?? ""
        let base = chain.base.plainName ?? chain.base.calledPlainName ?? ""
        if Self.finiteTypes.contains(base) || Self.finiteTypes.contains(streamType ?? "") {
            return true
        }
        return ["Observable", "Publishers", "Driver", "Signal"].contains(base)
            && Self.finiteMakers.contains(first)
    }

    /// Whether nothing tells if the stream ends: its end is handled, and it is no subject.
    package var mayEnd: Bool {
        let handlesEnd = call.arguments.contains { Self.endLabels.contains($0.label?.text ?? "") }
        guard handlesEnd else { return false }
        let type = streamType ?? ""
        return
            !(type.hasSuffix("Subject") || type.hasSuffix("Relay")
            || chain.base.ownMemberName?.hasPrefix("$") == true)
    }

    private static let endLabels: Set = ["receiveCompletion", "onError", "onCompleted"]

    private static let finiteOperators: Set = [
        "take", "first", "single", "asSingle", "asMaybe", "asCompletable", "element", "elementAt",
        "takeUntil", "prefix", "last", "takeLast", "toArray", "reduce", "collect", "takeWhile",
        "dataTaskPublisher",
    ]
    private static let finiteTypes: Set = [
        "Just", "Single", "Maybe", "Completable", "Future", "Empty", "Fail", "Result",
    ]
    private static let finiteMakers: Set = ["just", "of", "from", "empty", "error", "range"]
}

extension ExprSyntax {
    /// The name of the called function or type, without generic arguments: `Just` for
    /// `Just<Int>(1)`.
    var calledPlainName: String? {
        unwrapped.as(FunctionCallExprSyntax.self)?.calledExpression.plainName
    }
}
