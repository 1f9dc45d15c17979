// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that nobody can end, or that ends before it is of use.
package enum UndisposedSubscription: Rule {
    package static let description = RuleDescription(
        id: "undisposed-subscription", severity: .error,
        summary: "The token of a subscription is thrown away, or kept by nothing that ends it.",
        reason: """
            With RxSwift, nothing can end such a subscription: it fires, and keeps what its closures \
            capture, for as long as the stream lives. With Combine, it ends at once.
            """,
        fix: "Hold the subscription to an activity or to a bag of the type.",
        examples: PackageResources.undisposed_subscription_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file.types) }
    }

    private static func violation(_ subscription: Subscription, _ types: TypeTable) -> Violation? {
        guard !subscription.isFinite, subscription.end != .later else { return nil }
        // Of what is not a stream, only an activity tells how long it should go on.
        let role = subscription.place.type.flatMap(types.role)
        if subscription.takesObject, role?.activeMethods.isEmpty != false || !subscription.isRx {
            return nil
        }
        // A control is freed with its view, and ends its streams.
        if role == .viewController || role == nil, subscription.isOfOwnControl { return nil }
        let message: String
        let end =
            subscription.end == .never
            ? "nothing can end the subscription." : "only its stream can end the subscription."
        let isGiven = subscription.end == .unknown && subscription.chain.base.isParameter
        switch subscription.token {
        case .discarded:
            message =
                subscription.isRx
                ? "The token of `\(subscription.consumer)` is thrown away: \(end)"
                : "The token of `\(subscription.consumer)` is thrown away, which ends the "
                    + "subscription at once."
        case .unusedVariable(let name):
            message =
                subscription.isRx
                ? "Nothing uses `\(name)`: \(end)"
                : "Nothing uses `\(name)`, so the subscription ends when the method returns."
        case .temporaryBag:
            message = "Nothing keeps this bag, so the subscription ends at once."
        case .localBag(let name):
            guard isOnlyABag(name, in: subscription.place) else { return nil }
            message =
                "`\(name)` is a variable of the method, so the subscription ends when the method "
                + "returns."
        default: return nil
        }
        return Violation(
            at: subscription.call.receiverName, message, fix: fix(for: subscription),
            subject: subscription.chain.names,
            // Who gives the stream may end it.
            severity: subscription.isRequest || subscription.isRx && isGiven ? .warning : nil)
    }

    private static func fix(for subscription: Subscription) -> String {
        subscription.isRx
            ? "Add `.disposeOnDeactivate(interactor: self)`, or `.disposed(by:)` with a bag of the "
                + "type."
            : "Add `.cancelOnDeactivate(interactor: self)`, or `.store(in:)` with a set of the type."
    }

    /// Whether the method uses a variable for nothing but to hold subscriptions, so that it ends with
    /// the method.
    private static func isOnlyABag(_ name: String, in place: EnclosingCode) -> Bool {
        guard let body = place.body else { return false }
        // One that it is given may live for long.
        let values = body.nodes(PatternBindingSyntax.self).filter { $0.pattern.name == name }
            .compactMap(\.initializer?.value)
        return !values.isEmpty && values.allSatisfy(\.isEmptyBag)
            && UsedNames.of(body).references(to: name).allSatisfy { use in
                let argument =
                    use.parent?.is(InOutExprSyntax.self) == true ? use.parent : Syntax(use)
                return ["store", "disposed"].contains(argument?.takingCall?.functionName)
            }
    }
}

extension ExprSyntax {
    /// Whether it is a parameter of a method.
    fileprivate var isParameter: Bool {
        guard let name = variableName, case .parameter? = meaning(ofLocal: name) else {
            return false
        }
        return true
    }

    /// Whether it makes an empty bag: `DisposeBag()`, `Set<AnyCancellable>()`, `[]`.
    fileprivate var isEmptyBag: Bool {
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.closures.isEmpty
        else { return false }
        return call.calledExpression.is(ArrayExprSyntax.self) || call.functionName == "init"
            || call.calledExpression.plainName?.first?.isUppercase == true
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called method, where a chain says what it does.
    var receiverName: Syntax {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return Syntax(member.declName)
        }
        return Syntax(calledExpression)
    }
}
