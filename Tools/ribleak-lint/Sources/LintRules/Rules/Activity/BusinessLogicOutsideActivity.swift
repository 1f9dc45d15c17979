// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Business logic runs while an interactor is active, and only then.
///
/// Subscriptions that an interactor's initializer makes are the rule `subscription-in-init`.
package enum BusinessLogicOutsideActivity: Rule {
    package static let description = RuleDescription(
        id: "business-logic-outside-activity", severity: .warning,
        summary: "An initializer, or `didLoad` of a router, uses streams or services.",
        reason: """
            No activity ends what it begins: it goes on when the RIB is detached, and it runs again \
            for each RIB that is made and never attached.
            """,
        fix: "Do it in `didBecomeActive()` of the interactor.",
        examples: PackageResources.business_logic_outside_activity_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.subscriptions.compactMap { subscription($0, file) }
            + file.calls.compactMap { use($0, file) }
    }

    /// A subscription that a router makes.
    private static func subscription(
        _ subscription: Subscription, _ file: CheckedFile
    ) -> Violation? {
        let place = subscription.place
        guard place.closure == nil, subscription.token != .endsWithActivity,
            !subscription.isFinite, !subscription.isConfined, !followsActivity(subscription),
            let early = EarlyCode(place, file), early.role == .router
        else { return nil }
        return Violation(
            at: subscription.chain.whole, "`\(early.type)` subscribes in \(early.words).",
            subject: subscription.chain.names,
            severity: isOfOwnStream(subscription, early.type, file.types) ? .note : nil)
    }

    /// Whether a router listens to what it says itself: the stream ends with it.
    private static func isOfOwnStream(
        _ subscription: Subscription, _ type: String, _ types: TypeTable
    ) -> Bool {
        guard case .property = subscription.token,
            let name = subscription.chain.base.ownMemberName,
            let stream = types.property(name, of: type)
        else { return false }
        return stream.isMade
    }

    /// Whether it subscribes to a life cycle, which is what ends activity.
    private static func followsActivity(_ subscription: Subscription) -> Bool {
        let names = subscription.chain.names
        return names.contains("isActiveStream") || names.contains("lifecycle")
    }

    /// A call of a service's method for what it does.
    private static func use(_ call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        guard let receiver = call.receiver, let method = call.functionName, call.isStatement else {
            return nil
        }
        let place = EnclosingCode(of: call)
        guard place.closure.map(\.isOfTask) ?? true, let early = EarlyCode(place, file),
            let type = file.types.type(ofReceiver: receiver, in: early, call),
            isService(type, file.types)
        else { return nil }
        let names = PostfixChain(receiver).names
        let name = names.hasPrefix("self.") ? String(names.dropFirst(5)) : names
        return Violation(
            at: receiver.lastName,
            "`\(early.type)` calls `\(method)` of `\(name)` in \(early.words).",
            fix: early.role == .worker ? "Do it in `didStart(_:)`." : nil,
            subject: "\(name).\(method)")
    }

    private static func isService(_ type: String, _ types: TypeTable) -> Bool {
        guard types.role(of: type) == nil, ![.struct, .enum].contains(types.type(type)?.kind)
        else { return false }
        return suffixes.contains(where: type.hasSuffix)
    }

    /// The ends of the names of services.
    private static let suffixes = [
        "Service", "Servicing", "UseCase", "Repository", "Client", "API", "Manager", "Managing",
        "Gateway", "Networking", "Tracker", "Tracking", "Analytics", "Fetcher", "Fetching",
        "Loader", "Loading", "Syncing", "Synchronizer",
    ]
}

extension TypeTable {
    /// The type of what a call is sent to: a parameter, a property, or a property of one.
    fileprivate func type(
        ofReceiver receiver: ExprSyntax, in code: EarlyCode, _ call: FunctionCallExprSyntax
    ) -> String? {
        if let name = receiver.ownMemberName {
            return call.parameterType(name) ?? property(name, of: code.type)?.type
        }
        guard let member = receiver.unwrapped.as(MemberAccessExprSyntax.self),
            let base = member.base,
            let owner = type(ofReceiver: base, in: code, call)
        else { return nil }
        return property(member.declName.baseName.text, of: owner)?.type
    }
}

extension FunctionCallExprSyntax {
    /// The type of a parameter of the initializer around the call.
    fileprivate func parameterType(_ name: String) -> String? {
        nearest(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
            .first { $0.innerName == name }?.type.name
    }

    /// Whether it stands for itself: nothing takes what it returns.
    fileprivate var isStatement: Bool {
        for parent in ancestors {
            if parent.is(CodeBlockItemSyntax.self) { return true }
            if let sequence = parent.parent?.as(SequenceExprSyntax.self) {
                return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true
            }
            guard
                parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self)
                    || parent.is(OptionalChainingExprSyntax.self)
            else { return false }
        }
        return false
    }
}

extension ClosureExprSyntax {
    /// Whether a task runs it at once.
    fileprivate var isOfTask: Bool {
        parent?.as(FunctionCallExprSyntax.self)?.functionName == "Task"
    }
}
