// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What a call makes that goes on until something ends it.
struct LongLivedObject {
    /// What it is, as a sentence begins.
    let noun: String
    /// What it is called within its member.
    let subject: String
    /// How to end it.
    let end: String
    /// Whether nothing but its own reference holds it.
    var endsWhenFreed = false
    /// Whether it is an observer that is known by a method and not by a token.
    var observesWithSelector = false
    /// The loop of a task.
    private(set) var loop: EndlessLoop?
}

extension LongLivedObject {
    /// Reads a call; nil when what it makes ends by itself, or is none.
    init?(_ call: FunctionCallExprSyntax, _ file: CheckedFile) {
        guard let name = call.functionName else { return nil }
        let receiver = call.receiver.map(Self.lastName)
        switch name {
        case "scheduledTimer" where ["Timer", "NSTimer"].contains(receiver): self.init(timer: call)
        case "Timer" where call.argument("target") != nil || !call.closures.isEmpty:
            self.init(timer: call)
        case "CADisplayLink" where call.argument("target") != nil,
            "displayLink" where call.argument("target") != nil:
            self.init(noun: "The display link", subject: name, end: "call `invalidate()` on it")
        case "addObserver" where call.argument("forName") != nil:
            self.init(
                noun: "The observer", subject: name, end: "pass it to `removeObserver(_:)`")
        case "addObserver" where call.argument("selector") != nil:
            guard call.argument(nil)?.isSelf == true else { return nil }
            self.init(
                noun: "The observer", subject: name, end: "call `removeObserver(self)`",
                observesWithSelector: true)
        case _ where name.hasPrefix("make") && name.hasSuffix("Source"):
            guard receiver == "DispatchSource" else { return nil }
            self.init(
                noun: "The source", subject: name, end: "call `cancel()` on it",
                endsWhenFreed: true)
        case "Task", "detached":
            guard name == "Task" || receiver == "Task", let closure = call.closures.last,
                let loop = EndlessLoop(
                    in: closure, file.functions(of: EnclosingCode(of: call).type))
            else { return nil }
            self.init(
                noun: "The task", subject: "Task", end: "call `cancel()` on it", loop: loop)
        case "schedulePeriodic" where call.receiver != nil:
            self.init(noun: "The schedule", subject: name, end: "call `dispose()` on its token")
        case "asyncAfter":
            guard call.waits(60, unit: 1),
                call.closures.contains(where: { SelfCapture(of: $0) != nil })
            else { return nil }
            self.init(
                noun: "The work for later", subject: name, end: "call `cancel()` on its work item")
        default: return nil
        }
    }

    /// A timer that repeats, and whose block does not end it.
    private init?(timer call: FunctionCallExprSyntax) {
        guard
            call.argument("repeats")?.as(BooleanLiteralExprSyntax.self)?.literal.text == "true",
            !call.closures.contains(where: \.endsAnything)
        else { return nil }
        self.init(noun: "The timer", subject: "Timer", end: "call `invalidate()` on it")
    }

    private static func lastName(_ expression: ExprSyntax) -> String {
        expression.variableName
            ?? expression.unwrapped.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    }
}

extension SyntaxProtocol {
    /// Whether a call in it ends anything.
    fileprivate var endsAnything: Bool {
        calls.contains { endings.contains($0.functionName ?? "") }
    }

    /// Whether a closure in it ends a property, as one that a token runs at its end does.
    ///
    /// - Parameter call: The call that makes what the property holds, with closures of its own.
    func endsInClosure(_ property: String, except call: FunctionCallExprSyntax) -> Bool {
        calls.contains { ending in
            guard endings.contains(ending.functionName ?? ""),
                ending.receiver?.ownMemberName == property
                    || ending.argument(nil)?.ownMemberName == property
            else { return false }
            let closure = EnclosingCode(of: ending).closure
            return closure.map { $0.position < call.position || call.endPosition <= $0.position }
                ?? false
        }
    }
}

private let endings: Set = ["cancel", "invalidate", "removeObserver"]

extension SubscriptionToken {
    /// Who keeps an object that code of a type makes: a property, nobody, or something else, such as
    /// code that ends it itself.
    init(ofObject call: FunctionCallExprSyntax, in place: EnclosingCode, _ types: TypeTable) {
        let chain = PostfixChain(around: call)
        let index = chain.links.firstIndex { $0.call?.id == call.id } ?? -1
        self = SubscriptionToken(of: call, chain, after: index, in: place, types)
        switch self {
        case .unusedVariable: self = .discarded
        // The value of a lazy property, which a closure makes.
        case .elsewhere where place.body == nil, .variable where place.body == nil:
            self = place.member.map { .property($0) } ?? .elsewhere
        case .variable(let name):
            self =
                chain.whole.nearestBlock.map {
                    Self.taker(ofVariable: name, in: $0, place, types)
                } ?? .elsewhere
        default: break
        }
    }

    /// What takes a variable, of all that is done with it.
    private static func taker(
        ofVariable name: String, in block: CodeBlockItemListSyntax, _ place: EnclosingCode,
        _ types: TypeTable
    ) -> SubscriptionToken {
        var holder = SubscriptionToken.discarded
        for use in UsedNames.of(block).references(to: name) {
            switch SubscriptionToken(ofVariable: ExprSyntax(use), place, types) {
            case .property(let name): holder = .property(name)
            case .elsewhere where !use.mayEndIt: break
            default: return .elsewhere
            }
        }
        return holder
    }
}

extension DeclReferenceExprSyntax {
    /// Whether what is done with a variable may end its object, or lets another one end it.
    fileprivate var mayEndIt: Bool {
        if let link = PostfixChain(around: self).links.first {
            return ["cancel", "invalidate", "stop"].contains(link.name)
        }
        // A run loop keeps what it is given, but for no one to end.
        let call = takingCall
        return call?.functionName != "add" || call?.argument("forMode") == nil
    }
}
