// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A subscription that is made before its owner is active.
package enum SubscriptionInInit: Rule {
    package static let description = RuleDescription(
        id: "subscription-in-init", severity: .error,
        summary: "An interactor or worker subscribes in its initializer, before any activity.",
        reason: """
            Business logic runs before the RIB is attached, and also when it never is. What is held to \
            an activity that has not begun ends at once.
            """,
        fix: "Subscribe in `didBecomeActive()`, or in `didStart(_:)` of a worker.",
        examples: PackageResources.subscription_in_init_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { violation($0, file) }
    }

    private static func violation(_ subscription: Subscription, _ file: CheckedFile) -> Violation? {
        // A closure may run later, when the owner is active.
        guard subscription.place.closure == nil, let early = EarlyCode(subscription.place, file),
            early.role != .router
        else { return nil }
        let start = early.role == .worker ? "didStart(_:)" : "didBecomeActive()"
        return Violation(
            at: subscription.call.receiverName,
            "`\(early.type)` subscribes in \(early.words), before it is active.",
            fix: "Subscribe in `\(start)`.", subject: subscription.chain.names,
            severity: subscription.isKeptByOwner ? .warning : nil)
    }
}

extension Subscription {
    /// Whether it ends with its owner: it is early, and no more.
    fileprivate var isKeptByOwner: Bool {
        guard case .property = token else { return false }
        return true
    }
}

/// Code that runs before any activity, or beside it.
struct EarlyCode {
    let type: String
    let role: Role
    /// Where it is, in words.
    let words: String

    /// Nil for code that is not known to run there.
    init?(_ place: EnclosingCode, _ file: CheckedFile) {
        guard let type = place.type, let member = place.member, !place.isStatic,
            let role = file.types.role(of: type), [.interactor, .router, .worker].contains(role)
        else { return nil }
        let property = file.types.property(member, of: type)
        let isInitialValue =
            place.body == nil && property?.isStored == true && property?.isLazy == false
        let roots = role == .router ? ["init", "didLoad"] : ["init"]
        let root = roots.first {
            file.types.methods(reachedFrom: [$0], of: type, atOnce: true).contains(member)
                && property?.isStored != true
        }
        guard let root = isInitialValue ? "init" : root else { return nil }
        let caller = root == "init" ? "its initializer" : "`didLoad()`"
        (self.type, self.role) = (type, role)
        words = isInitialValue || root == member ? caller : "`\(member)()`, which \(caller) calls"
    }
}
