// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A child that code of a router attaches: where the router keeps it, and whether anything detaches it.
struct AttachedChild {
    let attach: ChildCall
    /// The code that keeps the child, or its view, with the keeper.
    let kept: [(value: KeptValue, keeper: Keeper)]

    /// Reads a call that attaches; nil where nothing tells which child it is.
    init?(_ attach: ChildCall, _ file: CheckedFile) {
        let types = file.types
        let own = file.kept.filter { $0.type == attach.type && $0.member == attach.place.member }
        guard let call = own.first(where: { $0.values.first?.id == attach.child.id }) else {
            return nil
        }
        let child = types.roots(of: call.hold.value, in: attach.type)
        self.attach = attach
        kept = own.compactMap { value in
            guard value.values.first?.id != attach.child.id,
                !types.roots(of: value.hold.value, in: attach.type).isDisjoint(with: child),
                let keeper = types.keepers(of: value.hold, in: attach.type)
                    .first(where: { $0.root == .owner })
            else { return nil }
            return (value, keeper)
        }
    }

    /// The properties of the router that keep the child.
    var properties: Set<String> {
        let stored = kept.filter { $0.keeper.links.count == 1 }.compactMap(\.keeper.last?.property)
        return Set(stored).union([attach.property].compactMap(\.self))
    }
}

extension AttachedChild {
    /// Whether the view of this child takes the place of another child's view: both are passed to the
    /// same method, which shows one at a time by its name.
    func replacesView(of other: AttachedChild) -> Bool {
        guard attach.call.id != other.attach.call.id,
            attach.place.member != other.attach.place.member
        else { return false }
        return !showing.isDisjoint(with: other.showing)
    }

    /// Whether its view is shown on top of others, so that people close it and open it again.
    var isShownAsNext: Bool {
        showing(["push", "present", "open", "setDetail", "showDetail"]).isEmpty == false
    }

    private var showing: Set<String> {
        showing(["show", "set", "replace", "change", "switch", "transition"])
    }

    /// The methods that get the view, of those whose names begin in some way.
    private func showing(_ beginnings: [String]) -> Set<String> {
        guard let body = attach.place.body, let child = attach.child.variableName else { return [] }
        let calls = Calls(in: body).found.filter { call in
            call.arguments.contains { argument in
                PostfixChain(argument.expression.unwrapped).base.variableName == child
            }
        }
        return Set(calls.compactMap(\.functionName)).filter { name in
            beginnings.contains(where: name.hasPrefix)
        }
    }
}

extension RouterMethods {
    /// Whether any method detaches something.
    var detachesAnything: Bool { reachesDetach(from: all.map(\.name)) || usesChildren }

    /// Whether no method detaches a child that some properties keep.
    func neverDetaches(_ properties: Set<String>) -> Bool {
        if !detachesAnything { return true }
        if usesChildren || properties.isEmpty { return false }
        // What has another name may be the child.
        let detached = Set(all.flatMap(\.detaches))
        return detached.isDisjoint(with: properties)
            && detached.allSatisfy { types.property($0, of: type) != nil }
            && !all.contains { $0.uses.contains("detachChild") && $0.detaches.isEmpty }
    }

    /// Whether some method lets what a property keeps go, other than by attaching the next child.
    func letsGo(of property: String, except member: String? = nil) -> Bool {
        all.contains { method in
            guard !["init", "deinit", member].contains(method.name) else { return false }
            if method.empties.contains(property) || method.removes.contains(property) {
                return true
            }
            return method.assigns.contains(property) && method.attaches.isEmpty
        }
    }
}
