// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that an interactor makes when it becomes active, and that nothing ends when it is
/// no longer.
package enum SubscriptionOutlivesActivity: Rule {
    package static let description = RuleDescription(
        id: "subscription-outlives-activity", severity: .error,
        summary: "A subscription that is made on activation goes on after deactivation.",
        reason: """
            A bag is emptied when its owner is freed, not when it is deactivated: the business logic \
            runs on for a detached RIB, and once more for each activation.
            """,
        fix: "Hold it to the activity, or empty the bag when the activity ends.",
        examples: PackageResources.subscription_outlives_activity_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file) }
            + file.calls.compactMap { tiedElsewhere($0, file) }
    }

    private static func violation(_ subscription: Subscription, _ file: CheckedFile) -> Violation? {
        let (types, place) = (file.types, subscription.place)
        guard let type = place.type, let member = place.member, let role = types.role(of: type),
            let activity = ActivityEnd(of: type, file),
            !subscription.isFinite, !subscription.isConfined,
            let kept = keeper(of: subscription, types)
        else { return nil }
        let isOfActivity = types.methods(reachedFrom: role.activeMethods, of: type).contains(member)
        let name: String
        var severity: Severity?
        var fix = "Use `\(replacement(subscription, role))`"
        switch kept.token {
        case .property(let property):
            let whenFreed = subscription.endsWhenFreed(by: property, types)
            guard isOfActivity,
                activity.leaves(
                    property, whenFreed: whenFreed, madeBy: subscription.call, in: member)
            else { return nil }
            name = property
            // What the bag ends when the interactor is freed only harms where that stays.
            severity = whenFreed ? types.fate(ofInteractor: type).severity : nil
            let end = role == .worker ? "didStop()" : "willResignActive()"
            fix += ", or \(whenFreed ? "empty" : "end") `\(name)` in `\(end)`"
        case .localBag(let variable):
            guard isOfActivity, subscription.end == .never, subscription.keepsItself(in: variable)
            else { return nil }
            name = variable
        case .object(let keeper):
            guard
                isOfActivity
                    || member != "init" && !place.isStatic && outlives(keeper, type, types),
                activity.leaves(keeper)
            else { return nil }
            name = keeper.description
        default: return nil
        }
        let end = role == .worker ? "stopped" : "deactivated"
        return Violation(
            at: kept.node, "`\(name)` keeps the subscription when `\(type)` is \(end).",
            fix: fix + ".", subject: subscription.chain.names, severity: severity,
            edit: edit(subscription, role))
    }

    /// Whether what keeps something was there before an interactor, and is not freed with it.
    static func outlives(_ keeper: Keeper, _ type: String, _ types: TypeTable) -> Bool {
        guard keeper.root == .owner, keeper.links.count > 1 else { return true }
        return !types.isPartOfRIB(keeper.links[1].type)
            && types.methods("init", of: type).contains {
                $0.body.assigns.contains(keeper.links[0].property)
            }
    }

    /// What keeps a subscription beyond its activity, and where that is said.
    private static func keeper(
        of subscription: Subscription, _ types: TypeTable
    ) -> (token: SubscriptionToken, node: Syntax)? {
        switch subscription.token {
        case .property, .object, .localBag: (subscription.token, subscription.call.receiverName)
        case .variable(let name): keeper(ofVariable: name, subscription.place, types)
        default: nil
        }
    }

    /// What keeps a variable that is handed to an object, if nothing else is done with it on the same
    /// path: something else may end it.
    private static func keeper(
        ofVariable name: String, _ place: EnclosingCode, _ types: TypeTable
    ) -> (token: SubscriptionToken, node: Syntax)? {
        let uses = place.body.map { UsedNames.of($0).references(to: name) } ?? []
        let takers = uses.map { SubscriptionToken(ofVariable: ExprSyntax($0), place, types) }
        guard let index = takers.firstIndex(where: \.isObject),
            let call = uses[index].takingCall,
            let block = uses[index].nearestBlock
        else { return nil }
        for (use, taker) in zip(uses, takers) where !taker.isObject {
            guard let other = use.nearestBlock, other.id != block.id,
                !(other.position <= block.position && block.endPosition <= other.endPosition)
            else { return nil }
        }
        return (takers[index], call.receiverName)
    }

    /// What an interactor ties to the activity of another object.
    private static func tiedElsewhere(
        _ call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> Violation? {
        guard let other = OtherActivity(call, file.types),
            !file.subscriptions.contains(where: { subscription in
                subscription.isFinite
                    && subscription.chain.links.contains { $0.call?.id == call.id }
            })
        else { return nil }
        return Violation(
            at: other.owner,
            "`\(other.name)` may be active when `\(other.type)` no longer is, and this goes on with it.",
            fix: "Pass `self`.", subject: call.functionName ?? "")
    }

    private static func replacement(_ subscription: Subscription, _ role: Role) -> String {
        let end = subscription.isRx ? "dispose" : "cancel"
        return role == .worker ? "\(end)OnStop(self)" : "\(end)OnDeactivate(interactor: self)"
    }

    /// Replaces `.disposed(by:)` and `.store(in:)`, where `self` is the interactor itself.
    private static func edit(_ subscription: Subscription, _ role: Role) -> SourceEdit? {
        guard subscription.place.closure == nil, role == .interactor || subscription.isRx,
            let last = subscription.chain.links.last, let call = last.call,
            ["store", "disposed"].contains(last.name),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self)
        else { return nil }
        let start = member.declName.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = call.endPositionBeforeTrailingTrivia.utf8Offset
        return SourceEdit(replacing: start..<end, with: replacement(subscription, role))
    }
}

extension Subscription {
    /// Whether nothing but its own closures hold the variable that has its token, and no first value of
    /// the stream is known to end it.
    fileprivate func keepsItself(in variable: String) -> Bool {
        let uses = place.body.map { UsedNames.of($0).references(to: variable) } ?? []
        let outside = uses.filter { use in
            !closures.contains { $0.position < use.position && use.endPosition < $0.endPosition }
        }
        return outside.count == 1 && uses.count > 1
            && closures.allSatisfy { closure in
                closure.signature?.capture?.items.contains { $0.name.text == variable } != true
                    && (closure.statements.hasExit
                        || !closure.statements.contains {
                            !$0.item.is(ExpressionStmtSyntax.self)
                                && UsedNames.of($0).contains(variable)
                        })
            }
    }
}

extension Fate {
    /// How bad it is that something ends only with the interactor.
    fileprivate var severity: Severity? {
        switch self {
        case .kept: nil
        case .unknown: .warning
        case .freed: .note
        }
    }
}
