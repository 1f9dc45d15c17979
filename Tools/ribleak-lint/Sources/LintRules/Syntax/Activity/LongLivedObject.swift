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

    /// Reads a call; nil when what it makes ends by itself, or is none.
    init?(_ call: FunctionCallExprSyntax, _ file: CheckedFile) {
        guard let name = call.functionName else { return nil }
        let receiver = call.receiver.map(Self.lastName)
        switch name {
        case "scheduledTimer" where ["Timer", "NSTimer"].contains(receiver): self.init(timer: call)
        case "Timer" where call.argument("target") != nil || !call.closures.isEmpty:
            self.init(timer: call)
        case "CADisplayLink" where call.argument("target") != nil:
            self.init(noun: "The display link", subject: name, end: "call `invalidate()` on it")
        case "displayLink" where call.argument("target") != nil:
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
                EndlessLoop.runs(in: closure, Self.methods(around: call, file))
            else { return nil }
            self.init(noun: "The task", subject: "Task", end: "call `cancel()` on it")
        default: return nil
        }
    }

    private init(
        noun: String, subject: String, end: String, endsWhenFreed: Bool = false,
        observesWithSelector: Bool = false
    ) {
        (self.noun, self.subject, self.end) = (noun, subject, end)
        (self.endsWhenFreed, self.observesWithSelector) = (endsWhenFreed, observesWithSelector)
    }

    /// A timer that repeats, and whose block does not end it.
    private init?(timer call: FunctionCallExprSyntax) {
        guard
            call.argument("repeats")?.as(BooleanLiteralExprSyntax.self)?.literal.text == "true",
            !call.closures.contains(where: { EndingFinder.endsAnything(in: $0) })
        else { return nil }
        self.init(noun: "The timer", subject: "Timer", end: "call `invalidate()` on it")
    }

    private static func lastName(_ expression: ExprSyntax) -> String {
        expression.variableName
            ?? expression.unwrapped.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    }

    /// The methods that the file has of the type that a call is in.
    private static func methods(
        around call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> [FunctionDeclSyntax] {
        let type = EnclosingCode(of: call).type
        return file.declarations.filter { $0.name == type }.flatMap(\.functions)
    }
}

/// Finds code that ends something.
final class EndingFinder: SyntaxVisitor {
    private var ended: Set<String> = []
    private var endsAny = false
    private let left: SyntaxIdentifier?
    private var depth = 0

    private init(leavingOut call: SyntaxIdentifier?) {
        left = call
        super.init(viewMode: .sourceAccurate)
    }

    /// Whether a closure ends anything.
    static func endsAnything(in closure: ClosureExprSyntax) -> Bool {
        let finder = EndingFinder(leavingOut: nil)
        finder.walk(closure)
        return finder.endsAny
    }

    /// Whether a closure in a method ends a property, as one that a token runs at its end does.
    ///
    /// - Parameter call: The call that makes what the property holds, with closures of its own.
    static func endsInClosure(
        _ property: String, in body: Syntax, except call: FunctionCallExprSyntax
    ) -> Bool {
        let finder = EndingFinder(leavingOut: call.id)
        finder.walk(body)
        return finder.ended.contains(property)
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        depth += 1
        return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard node.id != left else { return .skipChildren }
        guard depth > 0, let name = node.functionName else { return .visitChildren }
        if ["cancel", "invalidate"].contains(name), let receiver = node.receiver {
            endsAny = true
            receiver.ownMemberName.map { _ = ended.insert($0) }
        }
        if name == "removeObserver", let token = node.argument(nil) {
            endsAny = true
            token.ownMemberName.map { _ = ended.insert($0) }
        }
        return .visitChildren
    }
}
