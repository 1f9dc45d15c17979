// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A listener that is not weak holds the parent, which holds the child.
package enum StrongListener: Rule {
    package static let description = RuleDescription(
        id: "strong-listener", severity: .error,
        summary: "A listener or delegate that only objects can be is held strongly.",
        reason: """
            A child's listener is its parent's interactor, which holds the child through its router: \
            the two keep each other alive.
            """,
        fix: "Make it `weak var`.",
        examples: PackageResources.strong_listener_md)

    package static func check(_ file: CheckedFile) -> [Violation] {
        file.declarations.filter {
            ($0.node.is(ClassDeclSyntax.self) || $0.node.is(ActorDeclSyntax.self)) && !$0.isDouble
        }
        .flatMap { type in
            type.variables.compactMap { violation($0, of: type, file) }
                .map { file.warning($0, ifStaying: type.name) }
        }
    }

    private static func violation(
        _ variable: VariableDeclSyntax, of owner: TypeDeclaration, _ file: CheckedFile
    ) -> Violation? {
        guard !variable.modifiers.has("weak", "unowned", "static", "class", "lazy"),
            variable.bindings.count == 1, let binding = variable.bindings.first, binding.isStored,
            let name = binding.pattern.name,
            !variable.isWrapped, let type = binding.typeAnnotation?.type,
            let typeName = classBoundName(type, file.types) ?? undeclaredName(type, file.types),
            isListener(name) && !isMade(typeName, in: file)
                || owner.role == .interactor && file.types.isRouter(typeName, of: owner.name),
            !file.types.isTakenBack(
                Keeper.Link(type: owner.name, property: name), from: ""),
            !file.types.livesOn(typeName), !file.types.isHeldByNone(of: typeName, name, owner.name),
            !isOwned(name, by: owner.name, file)
        else { return nil }
        let isKnown = file.types.declares(typeName)
        // Listeners are findings of their own.
        let other = file.keeper(besides: name, of: owner.name).flatMap {
            isListener($0.last?.property ?? "") ? nil : $0
        }
        let canBeWeak = variable.bindingSpecifier.text == "var" && type.isOptional
        return Violation(
            at: variable,
            "`\(name)` holds a `\(typeName)` strongly, "
                + "which \(isKnown ? "most likely holds" : "may hold") it.",
            fix: other.map { "Make it `weak var`; `\($0.description)` holds it as well." },
            subject: name,
            // The parent of an interactor does not hold it: their routers do.
            severity: file.types.isAtRoot(owner.name) || !isKnown
                || file.types.onlyClass(of: typeName).map { file.types.isAtRoot($0.name) } == true
                ? .note : owner.role == .interactor && isListener(name) ? .warning : nil,
            edit: canBeWeak && isKnown && other == nil
                ? SourceEdit(inserting: "weak ", before: variable.bindingSpecifier) : nil)
    }

    /// Whether the owner makes all objects that it gives a property, and none of them holds the owner.
    private static func isOwned(_ name: String, by owner: String, _ file: CheckedFile) -> Bool {
        let given = file.kept.filter { $0.type == owner && $0.hold.names == [name] }
        let made = given.flatMap(\.values).flatMap { $0.objects() }.map(\.madeType)
        guard let property = file.types.property(name, of: owner), !made.isEmpty else {
            return false
        }
        return !file.types.isAssignedElsewhere(property, of: owner)
            && made.allSatisfy { $0.map(file.types.declares) == true }
            && !file.types.mayHold(owner, made.compactMap(\.self), isMade: true)
    }

    /// Whether the file makes the object, so that it owns it, and nobody above it does.
    private static func isMade(_ type: String, in file: CheckedFile) -> Bool {
        file.types.type(type)?.kind ?? .class == .class
            && file.calls.contains { $0.functionName == type }
    }

    /// The name of a type, or of a part of `A & B`, that only objects can have.
    private static func classBoundName(_ type: TypeSyntax, _ types: TypeTable) -> String? {
        let names = type.core.as(CompositionTypeSyntax.self).map { composition in
            composition.elements.compactMap(\.type.name)
        }
        return (names ?? [type.name].compactMap(\.self)).first { types.isClassBound($0) == true }
    }

    /// The name of a listener's type that the sources do not declare, so that values may have it.
    private static func undeclaredName(_ type: TypeSyntax, _ types: TypeTable) -> String? {
        type.name.flatMap { isListener($0) && !types.declares($0) ? $0 : nil }
    }

    static func isListener(_ name: String) -> Bool {
        ["listener", "delegate"].contains { name == $0 || name.hasSuffix($0.capitalized) }
    }
}

extension TypeTable {
    /// Whether no listener holds the class that has it: the classes of all that its property gets, or else
    /// all with the listener's protocol, are known, and they are neither parts of RIBs nor views.
    fileprivate func isHeldByNone(
        of listener: String, _ property: String, _ owner: String
    ) -> Bool {
        guard isWholeApp, type(listener)?.kind == .protocol else { return false }
        let given = types(givenTo: property, of: owner, as: listener) ?? [listener]
        let (objects, areKnown) = objects(of: given)
        return areKnown && !objects.isEmpty && !mayHold(owner, objects)
    }

    /// The classes and structures that have some types, without those of tests, and whether there is none
    /// that is not known.
    private func objects(of types: [String]) -> (all: [String], areKnown: Bool) {
        var open = types
        var seen: Set<String> = []
        var objects: [String] = []
        var areKnown = true
        while let name = open.popLast() {
            guard seen.insert(key(name)).inserted, !TypeDeclaration.isDouble(Self.shown(name))
            else { continue }
            guard let found = type(name) else {
                areKnown = false
                continue
            }
            if [.class, .actor, .struct].contains(found.kind) { objects.append(name) }
            open += directHeirs(of: name)
        }
        return (objects, areKnown)
    }

    /// Whether an object of some classes may hold one of another, by its code or its properties.
    ///
    /// - Parameter isMade: Whether all that the other gives them is known.
    fileprivate func mayHold(_ held: String, _ holders: [String], isMade: Bool = false) -> Bool {
        let family = lineage(of: held) + ["Any", "AnyObject", "NSObject", "NSObjectProtocol"]
        var open = holders
        var seen: Set<String> = []
        while let holder = open.popLast() {
            guard seen.insert(key(holder)).inserted else { continue }
            if !isMade, comesAndGoes(holder) { return true }
            if livesOn(holder) || hasOneOfItsOwn(holder) { continue }
            let classes = classes(above: holder).map(\.name)
            for part in (classes.isEmpty ? [holder] : classes).flatMap(parts) {
                if part.values.contains(held)
                    || part.methods.contains(where: { $0.body.named.contains(held) })
                {
                    return true
                }
                for property in part.properties.values where property.keeps && !property.isStatic {
                    if isMade, property.type == nil, property.isMade { continue }
                    guard let type = property.type ?? property.elementType,
                        !family.contains(key(type))
                    else { return true }
                    open += objects(of: [type]).all
                }
            }
        }
        return false
    }

    /// Whether a class has an object of its own, as something that the class is.
    private func hasOneOfItsOwn(_ type: String) -> Bool {
        parts(of: type).flatMap(\.properties.values).contains { property in
            guard property.isStatic, property.isMade, let own = property.type else { return false }
            return declares(own) && lineage(of: type).contains(key(own))
        }
    }

    /// Whether a type is that of the router which holds an interactor.
    func isRouter(_ type: String, of interactor: String) -> Bool {
        guard let router = onlyClass(of: type), role(of: router.name) == .router else {
            return false
        }
        let held = parts(of: router.name).flatMap { $0.arguments.values.compactMap(\.first) }
        return held.contains { lineage(of: interactor).contains($0) }
    }
}
