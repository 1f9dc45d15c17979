// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Where code runs, as far as the sources tell.
enum Queue: Equatable {
    case main
    /// Another queue or thread, by the words that name it.
    case other(String)
    case unknown

    /// Where the code around a node runs: what the innermost closure that decides it says.
    init(around node: some SyntaxProtocol) {
        for parent in node.ancestors {
            if parent.is(MemberBlockSyntax.self) { break }
            guard let closure = parent.as(ClosureExprSyntax.self) else { continue }
            if closure.signature?.attributes.trimmedDescription.contains("@MainActor") == true {
                self = .main
                return
            }
            guard let call = closure.takingCall else { break }
            // Without an answer, the closure runs where the call stands.
            if let queue = Self.queue(ofClosureOf: call) {
                self = queue
                return
            }
        }
        self = .unknown
    }

    /// Where a call runs the closures that it gets; nil for at once.
    private static func queue(ofClosureOf call: FunctionCallExprSyntax) -> Queue? {
        guard let name = call.functionName, let receiver = call.receiver else { return .unknown }
        switch name {
        case "async", "sync", "asyncAfter", "addOperation", "perform", "addBarrierBlock":
            return Queue(scheduler: receiver)
        case "run" where receiver.variableName == "MainActor": return .main
        case "detached" where receiver.variableName == "Task": return .other("Task.detached")
        default: break
        }
        let moved = queue(ofStreamBefore: call)
        return moved == nil && immediate.contains(name) ? nil : moved ?? .unknown
    }

    /// Calls that run their closures before they return.
    private static let immediate: Set = ["forEach", "map", "compactMap", "filter", "flatMap"]

    /// Where a stream delivers to a call of its chain; nil when the chain moves nowhere.
    static func queue(ofStreamBefore call: FunctionCallExprSyntax) -> Queue? {
        guard let receiver = call.receiver else { return nil }
        let chain = PostfixChain(receiver)
        // A stream of its own variable is followed once, since sources may be circular.
        let initial = chain.base.initialValue.map { PostfixChain($0) }
        return ((initial?.links ?? []) + chain.links).compactMap(\.call)
            .reduce(nil) { queue(after: $1, $0) }
    }

    private static func queue(after call: FunctionCallExprSyntax, _ before: Queue?) -> Queue? {
        let name = call.functionName ?? ""
        if ["asDriver", "asSignal"].contains(name) { return .main }
        // What it delivers comes from other streams.
        if mixing.contains(name) { return before.map { _ in .unknown } }
        if name.hasPrefix("subscribe") { return before }
        let scheduler =
            name == "observeOn"
            ? call.argument(nil)
            : call.argument("on") ?? call.argument("scheduler")
        return scheduler.map(Queue.init(scheduler:)) ?? before
    }

    private static let mixing: Set = [
        "flatMap", "flatMapLatest", "flatMapFirst", "concatMap", "switchToLatest", "merge", "amb",
        "concat", "zip", "combineLatest", "append", "catch", "switchLatest", "tryCatch",
    ]

    /// Reads a queue or scheduler.
    init(scheduler expression: ExprSyntax) {
        // OpenCombine's scheduler of a queue.
        if let member = expression.as(MemberAccessExprSyntax.self), let queue = member.base,
            member.declName.baseName.text == "ocombine"
        {
            self.init(scheduler: queue)
            return
        }
        let text = expression.trimmedDescription
        if Self.mains.contains(where: text.contains) {
            // `DispatchQueue(label: "a", target: .main)` may be both.
            self = text.contains("(") && !text.hasPrefix("MainScheduler") ? .unknown : .main
            return
        }
        let chain = PostfixChain(expression.unwrapped)
        let names = chain.names.split(separator: ".").map(String.init)
        if names.contains("global") || text.hasPrefix(".global") {
            self = .other("a global queue")
            return
        }
        if let maker = names.first, let words = Self.makers[maker],
            names.count == 1 && expression.calledName == maker || chain.base.calledName == maker
        {
            self = .other(words)
            return
        }
        if let initial = expression.initialValue {
            self = initial.initialValue == nil ? Queue(scheduler: initial) : .unknown
            return
        }
        self = .unknown
    }

    private static let mains = [
        "DispatchQueue.main", "OperationQueue.main", "RunLoop.main", "MainScheduler", ".main",
        "UIScheduler", "MainActor",
    ]
    private static let makers = [
        "DispatchQueue": "a queue of its own", "OperationQueue": "an operation queue",
        "ConcurrentDispatchQueueScheduler": "a background scheduler",
        "SerialDispatchQueueScheduler": "a background scheduler",
        "OperationQueueScheduler": "an operation queue",
    ]
}

extension ExprSyntax {
    /// The value of a local name, or of a constant that the type has in the same file.
    fileprivate var initialValue: ExprSyntax? {
        guard let name = ownMemberName else { return nil }
        if let local = variableName.flatMap({ meaning(ofLocal: $0) }) {
            if case .value(let value) = local { return value }
            return nil
        }
        return nearest(MemberBlockSyntax.self)?.members.lazy.compactMap {
            $0.decl.as(VariableDeclSyntax.self)?.constant(name)
        }.first
    }
}

extension VariableDeclSyntax {
    /// The value of a constant or lazy variable that it declares.
    fileprivate func constant(_ name: String) -> ExprSyntax? {
        guard bindingSpecifier.text == "let" || modifiers.has("lazy") else { return nil }
        return bindings.first { $0.pattern.name == name }?.initializer?.value
    }
}
