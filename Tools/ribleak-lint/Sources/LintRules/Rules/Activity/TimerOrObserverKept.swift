// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What goes on by itself must end when the activity does that began it.
package enum TimerOrObserverKept: Rule {
    package static let description = RuleDescription(
        id: "timer-or-observer-kept", severity: .error,
        summary:
            "A timer, observer, source or endless task goes on after the activity that began it.",
        reason: """
            The run loop, the notification center or the task itself holds it, so it fires while the \
            interactor is inactive, and may keep the interactor alive.
            """,
        fix: "End it in `willResignActive()` or `didStop()`.",
        examples: PackageResources.timer_or_observer_kept_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.calls.compactMap { call in
            let found =
                LongLivedObject(call, file).flatMap { violation(call, $0, file) }
                ?? renewal(call, file)
            guard let violation = found, let type = EnclosingCode(of: call).type,
                // A router may deactivate it without a detach.
                file.types.fate(ofInteractor: type) != .kept
            else { return found }
            return file.warning(violation, ifStaying: type)
        }
    }

    /// Work that each time asks for itself again: `asyncAfter { self.poll() }` in `poll()`.
    private static func renewal(
        _ call: FunctionCallExprSyntax, _ file: CheckedFile
    ) -> Violation? {
        let place = EnclosingCode(of: call)
        guard let closure = call.closures.last, let type = place.type, let member = place.member,
            let body = place.body, place.closure == nil, !place.isStatic,
            let role = file.types.role(of: type),
            file.types.methods(reachedFrom: role.activeMethods, of: type).contains(member),
            closure.statements.contains(where: {
                $0.item.as(FunctionCallExprSyntax.self)?.calledExpression.ownMemberName == member
            }), !closure.statements.hasExit, !body.hasExit,
            !UsedNames.of(body).contains("isActive")
        else { return nil }
        let service = call.receiver?.ownMemberName.flatMap {
            file.types.property($0, of: type)?.type
        }
        guard call.functionName == "asyncAfter" || service.map(file.types.declares) == true else {
            return nil
        }
        return Violation(
            at: call, "`\(member)` goes on for ever: it asks for itself again, active or not.",
            fix: "Return when `isActive` is false.", subject: member)
    }

    private static func violation(
        _ call: FunctionCallExprSyntax, _ object: LongLivedObject, _ file: CheckedFile
    ) -> Violation? {
        let place = EnclosingCode(of: call)
        guard let type = place.type, let member = place.member, !place.isStatic,
            let role = file.types.role(of: type), role == .interactor || role == .worker,
            let ending = role.inactiveMethods.first
        else { return nil }
        let active = file.types.methods(reachedFrom: role.activeMethods, of: type)
        guard active.contains(member) || isLazy(member, type, active, file.types) else {
            return nil
        }
        let end = "\(ending)()"
        if object.observesWithSelector {
            let methods = file.types.methods(of: type)
            guard !methods.contains(where: { $0.body.clears.contains("self") }) else { return nil }
            return Violation(
                at: call, "\(object.noun) goes on after `\(end)`, and nothing removes it.",
                fix: "Call `removeObserver(self)` in `\(end)`.", subject: member)
        }
        switch SubscriptionToken(ofObject: call, in: place, file.types) {
        case .discarded:
            // A source that nobody keeps does not run.
            guard !object.endsWhenFreed,
                object.loop?.source.map({
                    file.types.mayEndWithActivity($0, of: type, whenFreed: true)
                }) != true
            else { return nil }
            return Violation(
                at: call,
                "\(object.noun) goes on after `\(end)`: it is not kept, so nothing ends it.",
                fix: "Keep it in a property, and \(object.end) in `\(end)`.",
                subject: object.subject)
        case .property(let name) where object.loop?.ignoresEnd == true:
            return Violation(
                at: call, "`\(name)` goes on when it is cancelled: its loop does not look.",
                fix: "Loop `while !Task.isCancelled`.", subject: name)
        // A bag ends what it has when it is freed: `subscription-outlives-activity` knows bags.
        case .property(let name) where file.types.property(name, of: type)?.type == "DisposeBag":
            return nil
        case .property(let name):
            guard
                ActivityEnd(of: type, file)?.leaves(
                    name, whenFreed: object.endsWhenFreed, madeBy: call, in: member) == true,
                place.body?.endsInClosure(name, except: call) != true
            else { return nil }
            return Violation(
                at: call, "`\(name)` goes on after `\(end)`, which does not end it.",
                fix: "\(object.end.prefix(1).uppercased() + object.end.dropFirst()) in `\(end)`.",
                subject: name)
        default: return nil
        }
    }

    /// Whether a member is a lazy property that active code makes.
    private static func isLazy(
        _ member: String, _ type: String, _ active: Set<String>, _ types: TypeTable
    ) -> Bool {
        types.property(member, of: type)?.isLazy == true
            && types.methods(of: type).contains {
                active.contains($0.name) && $0.body.uses.contains(member)
            }
    }
}
