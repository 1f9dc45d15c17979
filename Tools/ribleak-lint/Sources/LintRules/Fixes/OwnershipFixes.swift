// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Lets properties and collections go of what should be freed.
struct OwnershipFixes {
    let file: FixFile
    let sources: FixSources

    // MARK: - Weak properties

    /// The declaration of a property.
    ///
    /// - Parameter line: Where it must be; nil for anywhere in its type.
    static func declaration(
        of property: String, in type: String, at line: Int?, _ file: FixFile
    ) throws(Refusal) -> VariableDeclSyntax {
        let all = file.source.tree.nodes(VariableDeclSyntax.self).filter { variable in
            variable.bindings.contains { $0.pattern.name == property }
                && variable.parent?.is(MemberBlockItemSyntax.self) == true
        }
        let found = all.filter { variable in
            line.map { (file.line(of: variable)...file.lastLine(of: variable)).contains($0) }
                ?? (variable.nearest(MemberBlockSyntax.self)?.parent?
                    .asProtocol((any DeclGroupSyntax).self)?.typeName == type)
        }
        guard let variable = found.first, found.count == 1 else {
            throw Refusal(
                line.map { "\(file.place($0)) does not declare `\(property)`: it has changed." }
                    ?? "\(file.shown) does not declare `\(property)` of \(type) once.")
        }
        return variable
    }

    /// The edits that make a property weak, by the files that they belong to.
    func weak(_ variable: VariableDeclSyntax) throws(Refusal) -> [(FixFile, SourceEdit)] {
        guard variable.bindings.count == 1, let binding = variable.bindings.first,
            let name = binding.pattern.name
        else { throw Refusal("The property is declared with others in one line.") }
        guard variable.bindingSpecifier.text == "var" else {
            throw Refusal("`\(name)` is a constant, which cannot be weak.")
        }
        guard !variable.modifiers.has("lazy") else {
            throw Refusal("`\(name)` is lazy, which cannot be weak.")
        }
        guard variable.attributes.allSatisfy({ $0.isHarmless }) else {
            throw Refusal("`\(name)` has a wrapper, which cannot be weak.")
        }
        guard binding.isStored else { throw Refusal("`\(name)` is computed.") }
        guard !variable.modifiers.has("weak", "unowned") else {
            throw Refusal("`\(name)` holds nothing strongly.")
        }
        guard let type = binding.typeAnnotation?.type, type.isOptional else {
            throw Refusal("`\(name)` is not optional, which a weak property must be.")
        }
        guard binding.initializer == nil || binding.initializer?.value.isNil == true else {
            throw Refusal("`\(name)` makes its object itself, which would be freed at once.")
        }
        guard !isMadeHere(name) else {
            throw Refusal("`\(name)` gets new objects, which would be freed at once.")
        }
        return [(file, SourceEdit(inserting: "weak ", before: variable.bindingSpecifier))]
            + (try classBound(type, name))
    }

    /// Whether code of the file gives a property what a call makes, which nothing else may hold.
    private func isMadeHere(_ name: String) -> Bool {
        file.source.tree.nodes(SequenceExprSyntax.self).contains { sequence in
            let elements = Array(sequence.elements)
            guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else {
                return false
            }
            return elements[0].lastName.trimmedDescription == name
                && elements.dropFirst(2).contains {
                    $0.unwrapped.is(FunctionCallExprSyntax.self)
                }
        }
    }

    /// The edits that let only classes have the type of a property; none where only they can.
    private func classBound(
        _ type: TypeSyntax, _ property: String
    ) throws(Refusal) -> [(FixFile, SourceEdit)] {
        if let parts = type.core.as(CompositionTypeSyntax.self)?.elements,
            parts.contains(where: { file.types.isClassBound($0.type.name ?? "") == true })
        {
            return []
        }
        guard let name = type.name else {
            throw Refusal("The type of `\(property)` is not known to be a class.")
        }
        if file.types.isClassBound(name) == true { return [] }
        guard let facts = file.types.type(name), facts.kind == .protocol,
            file.types.directHeirs(of: name).allSatisfy({ heir in
                [.class, .actor, .protocol].contains(file.types.type(heir)?.kind)
            })
        else { throw Refusal("The type of `\(property)` is not known to be a class.") }
        let other = try sources.file(at: facts.scope.file)
        let declarations = other.source.tree.nodes(ProtocolDeclSyntax.self)
            .filter { $0.name.text == TypeTable.shown(name) }
        guard let declaration = declarations.first, declarations.count == 1 else {
            throw Refusal("\(other.shown) does not declare `\(name)` once.")
        }
        if let first = declaration.inheritanceClause?.inheritedTypes.first {
            return [(other, SourceEdit(inserting: "AnyObject, ", before: first))]
        }
        let end =
            declaration.primaryAssociatedTypeClause.map(Syntax.init) ?? Syntax(declaration.name)
        return [(other, SourceEdit(inserting: ": AnyObject", after: end))]
    }

    // MARK: - Children

    /// The edits that let a property or collection of a router go of a child that it detaches.
    ///
    /// - Parameter line: Where the child was detached; nil where nothing tells.
    func clearing(
        _ name: String, of type: String, detachedAt line: Int?
    ) throws(Refusal) -> [SourceEdit] {
        guard let property = file.types.property(name, of: type), property.isVariable else {
            throw Refusal("`\(name)` of \(type) is not a variable.")
        }
        guard !property.isLazy else { throw Refusal("`\(name)` is lazy.") }
        let detaches = file.checked.childCalls.filter {
            $0.kind == .detach && $0.type == type && $0.helper == nil
        }
        // Where nothing tells, the method that puts it there.
        let member = additions(to: name).first.flatMap { EnclosingCode(of: $0).member }
        let here = detaches.filter { detach in
            guard let line else { return detach.place.member == member }
            return (file.line(of: detach.call)...file.lastLine(of: detach.call)).contains(line)
        }
        if property.isOptional {
            let own = (here.isEmpty ? detaches : here).filter { $0.property == name }
            guard let detach = own.first, own.count == 1 else {
                throw Refusal("Nothing tells where \(type) detaches `\(name)`.")
            }
            let edit = SourceEdit(
                releasing: name, after: detach, SurroundingCode(of: detach.call),
                file.checked.router(type))
            guard let edit else {
                throw Refusal("`\(name)` is needed after the child is detached.")
            }
            return [edit]
        }
        guard property.type == nil, let detach = here.first, here.count == 1,
            let item = detach.call.parent?.as(CodeBlockItemSyntax.self)
        else { throw Refusal("Nothing tells where \(type) detaches what `\(name)` has.") }
        let later = additions(to: name).filter { $0.position > item.position }
            .filter {
                $0.nearest(FunctionDeclSyntax.self)?.id == item.nearest(FunctionDeclSyntax.self)?.id
            }
        if let addition = later.first { return try removing(addition, from: name, of: type) }
        guard let child = detach.child.variableName, let indentation = item.indentation,
            isArray(name)
        else { throw Refusal("Nothing tells how to take the child out of `\(name)`.") }
        return [
            SourceEdit(
                inserting: "\n\(indentation)\(name).removeAll { $0 === \(child) }", after: item)
        ]
    }

    /// The calls that put something into a collection.
    private func additions(to name: String) -> [FunctionCallExprSyntax] {
        file.checked.calls.filter { call in
            ["append", "insert"].contains(call.functionName ?? "")
                && call.receiver?.ownMemberName == name
        }
    }

    private func isArray(_ name: String) -> Bool {
        file.source.tree.nodes(PatternBindingSyntax.self).contains {
            $0.pattern.name == name
                && $0.typeAnnotation?.type.core.is(ArrayTypeSyntax.self) == true
        }
    }

    /// Removes what keeps a child that is detached already, in a collection that nothing reads.
    private func removing(
        _ addition: FunctionCallExprSyntax, from name: String, of type: String
    ) throws(Refusal) -> [SourceEdit] {
        let uses = file.source.tree.references(to: name)
        let added = additions(to: name)
        guard uses.count == added.count,
            file.types.property(name, of: type)?.isPrivate == true, added.count == 1
        else {
            throw Refusal("`\(name)` gets the child after its detach, and something reads it.")
        }
        guard var item = addition.parent?.as(CodeBlockItemSyntax.self) else {
            throw Refusal("Nothing tells how to take the child out of `\(name)`.")
        }
        // An `if` for nothing else goes too.
        while let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
            let branch = list.parent?.parent?.as(IfExprSyntax.self), branch.elseBody == nil,
            let outer = branch.parent?.parent?.as(CodeBlockItemSyntax.self)
        {
            item = outer
        }
        guard item.indentation != nil, item.leadingTrivia.isBlank else {
            throw Refusal("The statement that keeps the child does not have its lines to itself.")
        }
        let end = item.endPositionBeforeTrailingTrivia.utf8Offset
        return [SourceEdit(replacing: item.position.utf8Offset..<end, with: "")]
            + file.removingUnusedProperty(name)
    }

    // MARK: - Detaching

    /// The edits that detach a child where its view is taken away.
    func detaching(atLine line: Int, of type: String?) throws(Refusal) -> [SourceEdit] {
        let calls = file.checked.calls.filter { call in
            (file.line(of: call)...file.lastLine(of: call)).contains(line)
                && call.parent?.is(CodeBlockItemSyntax.self) == true
        }
        guard let call = calls.last, let view = call.arguments.first?.expression,
            let item = call.parent?.as(CodeBlockItemSyntax.self)
        else { throw Refusal("\(file.place(line)) does not take a view away.") }
        guard let member = view.as(MemberAccessExprSyntax.self), let child = member.base,
            ["viewControllable", "viewController"].contains(member.declName.baseName.text)
        else { throw Refusal("Nothing tells which child the view at \(file.place(line)) has.") }
        guard child.is(DeclReferenceExprSyntax.self), let name = child.variableName else {
            throw Refusal("The child may be missing where its view is taken away.")
        }
        return try detaching(name, property: child.ownProperty, before: item)
    }

    /// The edits that detach a child before a statement: a later call moves there, or a new one comes.
    func detaching(
        _ child: String, property: String?, before item: CodeBlockItemSyntax
    ) throws(Refusal) -> [SourceEdit] {
        let place = EnclosingCode(of: item)
        guard let type = place.type, file.types.role(of: type) == .router, place.closure == nil,
            let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let indentation = item.indentation
        else { throw Refusal("The view is not taken away by a method of a router.") }
        let detaches = file.checked.childCalls.filter { call in
            call.kind == .detach && call.type == type && call.place.member == place.member
                && (call.child.variableName == child || call.property == property)
        }
        if let detach = detaches.first {
            guard detaches.count == 1, detach.helper == nil,
                let other = detach.call.parent?.as(CodeBlockItemSyntax.self),
                other.parent?.id == list.id, other.position > item.position,
                other.indentation != nil, other.leadingTrivia.isBlank
            else { throw Refusal("`\(place.member ?? "")` detaches the child on some other way.") }
            let cut = other.position.utf8Offset..<other.endPositionBeforeTrailingTrivia.utf8Offset
            return [
                SourceEdit(inserting: "\(other.trimmedDescription)\n\(indentation)", before: item),
                SourceEdit(replacing: cut, with: ""),
            ]
        }
        guard !file.checked.router(type).reachesDetach(from: [place.member ?? ""]) else {
            throw Refusal("`\(place.member ?? "")` detaches by another method.")
        }
        guard let property, let facts = file.types.property(property, of: type), facts.isOptional,
            facts.isVariable
        else { throw Refusal("No property of \(type) keeps the child.") }
        let edit = SourceEdit(
            inserting: "detachChild(\(child))\n\(indentation)", before: item)
        let clears = list.contains { BodyFacts($0).clears.contains(property) }
        guard !clears, let last = list.last else { return [edit] }
        let isHidden = item.isHidden(property)
        return [
            edit,
            SourceEdit(
                inserting: "\n\(indentation)\(isHidden ? "self." : "")\(property) = nil",
                after: last),
        ]
    }
}

extension AttributeListSyntax.Element {
    /// Whether a property with the attribute may be weak.
    fileprivate var isHarmless: Bool {
        let name = self.as(AttributeSyntax.self)?.attributeName.name ?? ""
        return name.first?.isLowercase == true || ["MainActor", "IBOutlet"].contains(name)
    }
}

extension OwnershipFixes {
    /// The edits that detach the child of a property before the method lets go of it.
    ///
    /// - Parameter node: Where the method returns without that.
    func detaching(_ property: String, near node: Syntax) throws(Refusal) -> [SourceEdit] {
        guard
            let function = node.nearest(FunctionDeclSyntax.self)
                ?? node.parent?.as(FunctionDeclSyntax.self),
            let list = function.body?.statements
        else { throw Refusal("The child is not left by a method.") }
        let item = list.first { item in
            let views = item.nodes(MemberAccessExprSyntax.self).filter {
                ["viewControllable", "viewController"].contains($0.declName.baseName.text)
                    && $0.base?.ownProperty == property
            }
            return item.item.is(FunctionCallExprSyntax.self) && !views.isEmpty
                || BodyFacts(item).clears.contains(property)
        }
        guard let item else {
            throw Refusal("Nothing tells where `\(property)` should be detached.")
        }
        let child =
            item.meaning(ofLocal: property) == nil
            ? file.checked.childCalls.first {
                $0.property == property && $0.place.member == function.name.text
            }?.child.variableName : property
        guard let child else {
            throw Refusal("The child may be missing where its view is taken away.")
        }
        return try detaching(child, property: property, before: item)
    }
}
