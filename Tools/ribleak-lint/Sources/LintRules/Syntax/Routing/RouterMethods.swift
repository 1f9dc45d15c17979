// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What the methods of a router do to the properties that hold its children.
final class RouterMethods {
    let type: String
    /// Those of the superclasses too.
    let all: [MethodFacts]
    let types: TypeTable

    /// Takes time by the number of methods: `CheckedFile.router` has it for each router once.
    init(_ type: String, _ types: TypeTable) {
        (self.type, self.types) = (type, types)
        all = types.methods(of: type)
    }

    /// Whether some method asks for all children.
    private(set) lazy var usesChildren = all.contains { $0.body.uses.contains("children") }

    /// Whether any method detaches something.
    private(set) lazy var detachesAnything = reachesDetach(from: all.map(\.name)) || usesChildren

    /// What methods detach before the router is freed.
    private(set) lazy var detachedInLife = Set(
        all.filter { $0.name != "deinit" && users[$0.name] != ["deinit"] }.flatMap(\.body.detaches))

    /// Whether some of that is no property: what another one passes.
    private(set) lazy var detachesPassed = detachedInLife.contains {
        types.property($0, of: type) == nil
    }

    /// What methods detach, and whether one detaches what has no name.
    private(set) lazy var detached = Set(all.flatMap(\.body.detaches))
    private(set) lazy var detachesUnknown = all.contains {
        $0.body.uses.contains("detachChild") && $0.body.detaches.isEmpty
    }

    /// The methods whose code has a name, by the name: a router may have thousands.
    private(set) lazy var naming: [String: [MethodFacts]] = all.reduce(into: [:]) {
        naming, method in
        for name in method.body.named { naming[name, default: []].append(method) }
    }

    /// The methods that name a method or property of the router.
    private(set) lazy var users: [String: Set<String>] = all.reduce(into: [:]) { users, method in
        for name in method.body.uses { users[name, default: []].insert(method.name) }
    }

    /// Whether code gives a property a value, itself or by the methods that it calls.
    func assigns(
        _ property: String, in code: [Syntax], calling helpers: Set<String> = [],
        except member: String
    ) -> Bool {
        let facts = code.map { BodyFacts($0) }
        if facts.contains(where: { $0.assigns.contains(property) }) { return true }
        let called = facts.reduce(helpers) { $0.union($1.uses) }.subtracting([member])
        return reached(from: called).contains {
            $0.name != member && $0.body.assigns.contains(property)
        }
    }

    /// Whether code reads a property: itself, or only by the methods that it calls.
    func uses(_ property: String, in code: [Syntax], calledOnly: Bool) -> Bool {
        let names = code.reduce(into: Set<String>()) { $0.formUnion(BodyFacts($1).uses) }
        if !calledOnly, names.contains(property) { return true }
        return reached(from: names).contains { $0.body.uses.contains(property) }
    }

    /// Whether other methods let the child of a property go that a method has detached: one that is
    /// there for it, or all that call the method.
    func releases(_ property: String, elsewhereThan member: String) -> Bool {
        if (naming[property] ?? []).contains(where: {
            $0.name != member && $0.body.clears.contains(property)
                && !$0.body.detaches.contains(property)
        }) {
            return true
        }
        let callers = (users[member] ?? []).subtracting([member])
        return !callers.isEmpty && !types.demands(member, of: type)
            && callers.allSatisfy { caller in
                reached(from: [caller]).contains {
                    $0.name != member && $0.body.assigns.contains(property)
                }
            }
    }

    /// Whether some method attaches what a property holds already.
    func reuses(_ property: String) -> Bool {
        (naming[property] ?? []).contains { method in
            if method.body.replacesNil.contains(property) { return true }
            guard method.body.attaches.contains(property), !method.body.assigns.contains(property)
            else {
                return false
            }
            return !(naming[method.name] ?? []).contains {
                $0.body.uses.contains(method.name) && $0.body.assigns.contains(property)
            }
        }
    }

    /// The method that takes back what another one does, by its name: `detachProfile` for
    /// `attachProfile`, `routeAwayFromProfile` for `routeToProfile`.
    func detaching(twinOf attaching: String) -> String? {
        guard let subject = Self.subject(of: attaching, without: Self.attachingNames) else {
            return nil
        }
        return all.map(\.name).first {
            $0 != attaching && Self.subject(of: $0, without: Self.detachingNames) == subject
                && types.demands($0, of: type)
        }
    }

    /// Whether a property may have a child: something reaches a method that attaches it, or none is known to.
    func mayHaveChild(_ property: String) -> Bool {
        let attaching = (naming[property] ?? []).filter { $0.body.attaches.contains(property) }
        return attaching.isEmpty || attaching.contains { types.isReached($0.name, of: type) }
    }

    /// Whether methods detach any child, themselves or by those that they call.
    func reachesDetach(from methods: [String]) -> Bool {
        let reached = reached(from: Set(methods))
        let names = reached.reduce(into: Set<String>()) { $0.formUnion($1.body.uses) }
        return (reached + types.extensionMethods(ofRoutersUsedBy: names)).contains {
            !$0.body.detaches.isEmpty || $0.body.uses.contains("detachChild")
        }
    }

    /// Whether a method says by its name that it takes a child away.
    static func isClosing(_ method: String) -> Bool {
        ["detach", "close", "dismiss", "remove", "routeAway"].contains(where: method.hasPrefix)
            || method.hasSuffix("Detach")
    }

    /// Whether only others call a method.
    func isEntry(_ method: String) -> Bool {
        types.demands(method, of: type) && callers(of: method).isEmpty
    }

    /// Whether a method runs once, before all that others ask for.
    func isStarting(_ method: String) -> Bool {
        let users = users[method] ?? []
        return method == "didLoad" || !users.isEmpty && users.isSubset(of: ["didLoad", "init"])
    }

    /// The methods of the router that call one, themselves or by those that they call.
    func callers(of method: String) -> Set<String> {
        Set(all.map(\.name)).subtracting([method]).filter { name in
            reached(from: [name]).contains { $0.name == method }
        }
    }

    /// The properties that hold children: routers that some method attaches.
    private(set) lazy var childProperties = Set(all.flatMap(\.body.attaches)).filter { name in
        guard let property = types.property(name, of: type), property.isStored,
            property.isVariable, property.isOptional, !property.isWrapped, !property.isStatic,
            types.isRouting(property.type)
        else { return false }
        // Observers may detach it.
        return types.methods(name, of: type).isEmpty
    }

    /// Whether code may detach some child, itself or by the methods that it calls.
    func mayDetach(_ facts: BodyFacts) -> Bool {
        !facts.detaches.isEmpty || facts.uses.contains("detachChild")
            || reachesDetach(from: Array(facts.uses))
    }

    /// Whether code may detach a child, or give its name to another one.
    func mayRelease(_ name: String, in code: [Syntax]) -> Bool {
        code.contains { mayDetach(BodyFacts($0)) } || assigns(name, in: code, except: "")
    }

    /// The methods of the router among some names, and those that they call.
    private func reached(from names: Set<String>) -> [MethodFacts] {
        let all = types.methodsByName(of: type)
        return types.methods(reachedFrom: names, of: type).flatMap { all[$0] ?? [] }
    }

    private static func subject(of name: String, without verbs: [String]) -> String? {
        for verb in verbs where name.hasPrefix(verb) && name.count > verb.count {
            return name.dropFirst(verb.count).lowercased()
        }
        for verb in verbs where name.hasSuffix(verb.capitalized) && name.count > verb.count {
            return name.dropLast(verb.count).lowercased()
        }
        return nil
    }

    private static let attachingNames = [
        "attach", "routeTo", "route", "show", "present", "push", "open", "display", "start",
    ]
    private static let detachingNames = [
        "detach", "routeAwayFrom", "routeBackFrom", "dismiss", "close", "hide", "pop", "remove",
    ]
}
