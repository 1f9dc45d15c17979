// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// An object that keeps `self`, and lives as long as `self` does or longer; or that keeps a closure which
/// crashes without `self`, and lives longer.
package enum KeptByOther: Rule {
    package static let description = RuleDescription(
        id: "kept-by-other", severity: .error,
        summary:
            "An object that lives as long as `self`, or as the app, keeps `self` or what needs it.",
        reason: """
            What keeps a router, an interactor or a part of them keeps the whole RIB: it is never freed \
            after its detach.
            """,
        fix: "Let it hold `self` weakly, or take `self` back when the activity ends.",
        examples: PackageResources.kept_by_other_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        let found =
            file.kept.compactMap { kept in
                violation(kept, file).map {
                    file.types.comesAndGoes(kept.type) ? $0 : file.warning($0)
                }
            }
            + file.kept.compactMap { needing($0, file) }
            + file.calls.compactMap { system($0, file) ?? delayed($0, file) }
        return found.uniqueByPlace.map {
            file.warning($0, ifStaying: EnclosingCode(of: $0.node).type)
        }
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
            let closure = call.closures.last
        else { return nil }
        let capture = SelfCapture.isStrong(where: closure) ? SelfCapture(of: closure) : nil
        guard capture != nil || SelfCapture.isUnowned(in: closure) else { return nil }
        switch SubscriptionToken(ofObject: call, in: place, types) {
        case .discarded: break
        case .property(let name):
            let isUsed = types.methods(of: type).contains { method in
                !["init", capture == nil ? "" : "deinit", place.member].contains(method.name)
                    && (method.body.uses.contains(name) || method.body.clears.contains(name))
            }
            if isUsed { return nil }
        default: return nil
        }
        guard let capture else { return unowned(closure, object.noun, object.subject) }
        return Violation(
            at: closure, "\(object.noun) keeps this closure, which holds `self` strongly.",
            fix: StrongSelfInStoredClosure.fix(capture), subject: object.subject)
    }

    /// What runs after a delay, which nothing ends.
    private static func delayed(_ call: FunctionCallExprSyntax, _ file: CheckedFile) -> Violation? {
        let place = EnclosingCode(of: call)
        guard call.functionName == "asyncAfter", let closure = call.closures.last,
            SelfCapture.isUnowned(in: closure), let type = place.type,
            file.types.isPartOfRIB(type), !file.types.livesOn(type), call.waits(0.1, unit: 1)
        else { return nil }
        return unowned(closure, "The queue", "asyncAfter")
    }

    /// A closure that needs `self`, and that something keeps which is known to go on without it.
    private static func needing(_ kept: KeptValue, _ file: CheckedFile) -> Violation? {
        let types = file.types
        guard types.isPartOfRIB(kept.type), !types.livesOn(kept.type),
            let keeper = kept.keeperOfOwner(types, as: .unowned),
            kept.subscription(in: file)?.isFinite != true
        else { return nil }
        let ways = keeper.links.dropFirst(keeper.root == .owner ? 1 : 0)
        // What a builder or component makes may be there for this RIB alone.
        guard let holder = ways.first?.type,
            keeper.root == .program
                || SubscriptionOutlivesActivity.outlives(keeper, kept.type, types)
                    && !types.isPartOfRIB(holder)
                    && !types.users(of: holder).contains(where: {
                        [.builder, .component].contains(types.role(of: $0.type.name))
                    })
        else { return nil }
        let closures = kept.values.flatMap { value in
            value.unwrapped.as(ClosureExprSyntax.self).map { [$0] }
                ?? value.calls.flatMap(\.closures)
        }
        guard let closure = closures.first(where: SelfCapture.isUnowned) else { return nil }
        return unowned(closure, "`\(keeper.description)`", keeper.description)
    }

    private static func unowned(
        _ closure: ClosureExprSyntax, _ keeper: String, _ subject: String
    ) -> Violation {
        Violation(
            at: closure,
            "\(keeper) may run this closure when `self` is freed, and `unowned self` crashes then.",
            fix: "Capture `[weak self]`.", subject: subject, severity: .warning)
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
        } else if keeper.root == .program,
            let name = kept.hold.names.last,
            let stream = types.property(name, of: kept.type)?.type,
            ["AnyPublisher", "Observable"].contains(stream)
        {
            severity = .warning
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
