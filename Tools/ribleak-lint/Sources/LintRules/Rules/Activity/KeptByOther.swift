// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// An object that keeps `self`, and lives as long as `self` does or longer.
package enum KeptByOther: Rule {
    package static let description = RuleDescription(
        id: "kept-by-other", severity: .error,
        summary: "An object that lives as long as `self`, or as the app, keeps `self`.",
        reason: """
            What keeps a router, an interactor or a part of them keeps the whole RIB: it is never freed \
            after its detach.
            """,
        fix: "Let it hold `self` weakly, or take `self` back when the activity ends.",
        examples: PackageResources.kept_by_other_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        var seen: Set<SyntaxIdentifier> = []
        let found =
            file.kept.compactMap { violation($0, file) }
            + file.calls.compactMap { system($0, file) }
        return found.filter { seen.insert($0.node.id).inserted }
    }

    /// What the run loop or the notification center keeps of a view or router, with its closure.
    private static func system(_ call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        let types = file.types
        // The cheap questions first: this looks at each call of the sources.
        guard let object = LongLivedObject(call, file), !object.endsWhenFreed,
            !object.observesWithSelector
        else { return nil }
        let place = EnclosingCode(of: call)
        guard let type = place.type, !place.isStatic, types.isPartOfRIB(type),
            // Those have an activity that must end it: `timer-or-observer-kept`.
            types.role(of: type)?.activeMethods.isEmpty ?? true, !types.livesOn(type),
            let closure = call.closures.last, SelfCapture.isStrong(where: closure),
            let capture = SelfCapture(of: closure)
        else { return nil }
        switch SubscriptionToken(ofObject: call, in: place, types) {
        case .discarded: break
        case .property(let name):
            let isUsed = types.methods(of: type).contains { method in
                !["init", "deinit", place.member].contains(method.name)
                    && (method.body.uses.contains(name) || method.body.clears.contains(name))
            }
            if isUsed { return nil }
        default: return nil
        }
        return Violation(
            at: closure, "\(object.noun) keeps this closure, which holds `self` strongly.",
            fix: StrongSelfInStoredClosure.fix(capture), subject: object.subject)
    }

    private static func violation(_ kept: KeptValue, _ file: CheckedFile) -> Violation? {
        let types = file.types
        if let cycle = kept.cycleOfVariables(types), let value = kept.values.first {
            let way = "\(cycle.name).\(cycle.keeper.description)"
            return Violation(
                at: value, "`\(way)` keeps what keeps `\(cycle.name)`.", subject: way)
        }
        guard let keeper = kept.keeperOfOwner(types), let last = keeper.last,
            !types.livesOn(kept.type), ![.component, .builder].contains(types.role(of: kept.type))
        else { return nil }
        let parts = kept.partsHoldingOwner(types)
        var severity: Severity?
        if let subscription = kept.subscription(in: file) {
            // The rules of subscriptions look at the object's own bags.
            guard keeper.root == .program || keeper.links.count > 1, !subscription.isFinite else {
                return nil
            }
            // Many a service's stream ends with its answer.
            severity = subscription.end == .never ? nil : .warning
        } else if keeper.root == .owner {
            let isClosure = parts.contains { if case .owner = $0 { false } else { true } }
            if isClosure { return nil }
        }
        // `strong-listener` says it where the property is declared.
        if StrongListener.isListener(last.property)
            || types.isRouter(kept.type, of: last.type), !last.type.isEmpty,
            types.property(last.property, of: last.type)?.type.flatMap(types.isClassBound) == true
        {
            return nil
        }
        let node = parts.first?.node ?? kept.values.first.map(Syntax.init)
        guard let node else { return nil }
        let owner = last.type.isEmpty ? "" : TypeTable.shown(last.type)
        let place =
            keeper.description
            + (keeper.links.count == 1 && keeper.root == .program && !owner.isEmpty
                ? "` of `\(owner)" : "")
        let why =
            switch keeper.root {
            case .program: "which lives as long as the app"
            case .parameter: "which was there before `\(kept.type)`"
            case .owner, .variable: "which `\(kept.type)` keeps"
            }
        return Violation(
            at: node, "`\(place)`, \(why), keeps `self`.", subject: keeper.description,
            severity: severity)
    }
}
