// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A closure that holds `self`, and that `self` holds.
package enum StrongSelfInStoredClosure: Rule {
    package static let description = RuleDescription(
        id: "strong-self-in-stored-closure", severity: .error,
        summary: "A closure that `self` keeps holds `self` strongly.",
        reason: "The two keep each other alive, so that neither is ever freed.",
        fix: "Capture `[weak self]`, or let the subscription end with the activity.",
        examples: PackageResources.strong_self_in_stored_closure_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let stored = file.kept.flatMap { violations($0, file) }
        let subscriptions = file.subscriptions.flatMap { violations($0, file.types) }
        return (subscriptions + stored).uniqueByPlace.map { violation in
            guard let type = EnclosingCode(of: violation.node).type else { return violation }
            guard file.types.livesOn(type) else {
                return file.types.comesAndGoes(type)
                    ? file.warning(violation, ifStaying: type) : file.warning(violation)
            }
            // It is there as long as the app.
            var violation = violation
            violation.severity = .note
            return violation
        }
    }

    /// Closures and methods that a property keeps, or an object that a property keeps.
    private static func violations(_ kept: KeptValue, _ file: CheckedFile) -> [Violation] {
        guard let keeper = kept.keeperOfOwner(file.types), keeper.root == .owner,
            kept.subscription(in: file) == nil, !isOfSubscription(kept, file),
            let property = keeper.links.first?.property
        else { return [] }
        // A bag lets go of a stream that ends.
        let reader = StreamReader(type: kept.type, types: file.types)
        let ends =
            kept.hold.way == .inserted && kept.values.allSatisfy { reader.end(of: $0) == .soon }
        return kept.partsHoldingOwner(file.types).compactMap { part in
            switch part {
            case .closure(let closure, let capture):
                Violation(
                    at: closure,
                    message(
                        capture,
                        "`\(property)` of `\(kept.type)` keeps this closure, which holds `self` "
                            + "strongly."), fix: fix(capture), subject: property,
                    severity: ends ? .warning : nil)
            case .method(let value, let method):
                Violation(
                    at: value,
                    "`\(method)` holds `self` strongly, and `\(property)` of `\(kept.type)` keeps it.",
                    fix: "Assign a closure with `[weak self]` that calls `\(method)`.",
                    subject: property, severity: ends ? .warning : nil)
            case .owner: nil
            }
        }
    }

    /// Whether a stream keeps a closure only as long as the token of the subscription says.
    private static func isOfSubscription(_ kept: KeptValue, _ file: CheckedFile) -> Bool {
        file.subscriptions.contains { subscription in
            kept.values.contains { value in
                subscription.call.arguments.contains { $0.expression.id == value.id }
                    || subscription.call.trailingClosure.map(ExprSyntax.init)?.id == value.id
            }
        }
    }

    private static func violations(
        _ subscription: Subscription, _ types: TypeTable
    ) -> [Violation] {
        guard let type = subscription.place.type, !subscription.place.isStatic,
            types.type(type)?.kind == .class, !subscription.isFinite, !subscription.mayEnd,
            case .property(let holder) = subscription.token,
            !types.clearedProperties(of: type).contains(holder),
            types.property(holder, of: type)?.ownership ?? .strong == .strong,
            SelfCapture.isStrong(where: subscription.call)
        else { return [] }
        // A subject keeps the closure instead.
        let isOfSubject = subscription.mayBeSubject(types)
        let bag = "`\(holder)` of `\(type)` keeps"
        let kept =
            "\(bag) \(isOfSubject ? "the subscription of this closure" : "this closure"), which holds "
            + "`self` strongly."
        var violations = subscription.closures.compactMap { closure in
            SelfCapture(of: closure).map {
                Violation(
                    at: closure, message($0, kept), fix: fix($0), subject: subscription.chain.names)
            }
        }
        if subscription.consumer == "assign", subscription.call.argument("on")?.isSelf == true {
            violations.append(
                Violation(
                    at: subscription.call.receiverName,
                    "`assign(to:on:)` holds `self` strongly, and \(bag) it.",
                    fix: "Use `sink` with `[weak self]`.", subject: subscription.chain.names))
        }
        for argument in subscription.plainArguments {
            guard
                let method = argument.expression.methodReference(in: type, types)
            else { continue }
            violations.append(
                Violation(
                    at: argument.expression,
                    "`\(method)` holds `self` strongly, and \(bag) \(isOfSubject ? "the subscription" : "it").",
                    fix: "Pass a closure with `[weak self]` that calls `\(method)`.",
                    subject: subscription.chain.names))
        }
        guard subscription.isRequest else { return violations }
        return violations.map { violation in
            var violation = violation
            violation.severity = .warning
            return violation
        }
    }

    static func message(_ capture: SelfCapture, _ kept: String) -> String {
        guard case .forNested = capture else { return kept }
        return String(kept.dropLast()) + " for the `[weak self]` of a closure inside of it."
    }

    static func fix(_ capture: SelfCapture) -> String {
        guard case .forNested = capture else { return "Capture `[weak self]`." }
        return "Write `[weak self]` in this closure's list too."
    }
}
