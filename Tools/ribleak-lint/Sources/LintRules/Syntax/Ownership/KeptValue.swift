// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Code of a type that lets something keep a value.
struct KeptValue {
    let hold: Hold
    /// The expressions whose values are kept.
    let values: [ExprSyntax]
    let type: String
    let member: String
    let isStatic: Bool

    /// All of a type's own members.
    static func all(in type: TypeDeclaration) -> [KeptValue] {
        guard !type.node.is(ProtocolDeclSyntax.self) else { return [] }
        return type.node.memberBlock.members.flatMap { item -> [KeptValue] in
            switch item.decl.as(DeclSyntaxEnum.self) {
            case .functionDecl(let function):
                all(
                    in: function.body, function.signature, type.name, function.name.text,
                    function.modifiers)
            case .initializerDecl(let function):
                all(in: function.body, function.signature, type.name, "init", [])
            case .variableDecl(let variable):
                variable.bindings.flatMap { all(in: $0, type.name, variable.modifiers) }
            default: []
            }
        }
    }

    private static func all(
        in body: CodeBlockSyntax?, _ signature: FunctionSignatureSyntax, _ type: String,
        _ member: String, _ modifiers: DeclModifierListSyntax
    ) -> [KeptValue] {
        let parameters = signature.parameterClause.parameters.map(ParameterFacts.init)
        let found = body.map { OwnershipReader($0, parameters: parameters).found } ?? []
        return found.map { KeptValue($0, type, member, modifiers) }
    }

    /// What a getter or an observer lets something keep, and what a lazy property keeps itself.
    private static func all(
        in binding: PatternBindingSyntax, _ type: String, _ modifiers: DeclModifierListSyntax
    ) -> [KeptValue] {
        guard let name = binding.pattern.name else { return [] }
        var found: [OwnershipReader.Edge] = []
        if let block = binding.accessorBlock {
            found = OwnershipReader(block).found
        } else if let value = binding.initializer?.value, modifiers.has("lazy") {
            let reader = OwnershipReader(value)
            // What it subscribes, a bag keeps.
            let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
            let isEmpty =
                ["Void", "()"].contains(type)
                || ["disposed", "store"].contains(value.unwrapped.calledName ?? "")
            found = (isEmpty ? [] : [(reader.hold(of: value, in: name), [value])]) + reader.found
        }
        return found.map { KeptValue($0, type, name, modifiers) }
    }

    private init(
        _ edge: OwnershipReader.Edge, _ type: String, _ member: String,
        _ modifiers: DeclModifierListSyntax
    ) {
        (hold, values) = edge
        (self.type, self.member) = (type, member)
        isStatic = modifiers.has("static", "class")
    }

    /// Whether the value is kept as a part of something: in a collection, a structure or a tuple.
    var isPart: Bool {
        switch hold.value {
        case .owner, .unowned, .parameter, .member, .variable, .object: hold.way != .assigned
        case .made, .from, .group: true
        }
    }

    /// What keeps `self`, or a closure that needs it, as long as `self` is there or as the program runs;
    /// nil if nothing is known to.
    func keeperOfOwner(_ types: TypeTable, as owner: Held = .owner) -> Keeper? {
        guard !isStatic, types.type(type)?.kind == .class,
            types.roots(of: hold.value, in: type).contains(owner)
        else { return nil }
        return types.keepers(of: hold, in: type).first { keeper in
            switch keeper.root {
            case .owner, .program: break
            // What a part of a RIB is made with was there before it.
            case .parameter: guard member == "init", types.isPartOfRIB(type) else { return false }
            case .variable: return false
            }
            return !types.isTakenBack(keeper.last, from: type)
        }
    }

    /// What a variable's object keeps although it is kept by it; nil if there is no such thing.
    func cycleOfVariables(_ types: TypeTable) -> (name: String, keeper: Keeper)? {
        guard case .variable(let name, _) = hold.start,
            types.roots(of: hold.value, in: type).contains(.variable(name)),
            let keeper = types.keepers(of: hold, in: type).first(where: {
                $0.root == .variable(name)
            }),
            !types.isTakenBack(keeper.last, from: keeper.last?.type ?? type)
        else { return nil }
        return (name, keeper)
    }

    /// The subscription whose token is kept; nil if it is something else.
    func subscription(in file: CheckedFile) -> Subscription? {
        file.subscriptions.first { subscription in
            values.contains {
                $0.position <= subscription.call.position
                    && subscription.call.endPosition <= $0.endPosition
            }
                && subscription.place.closure.map { closure in
                    values.contains { closure.position < $0.position }
                } ?? true
        }
    }

    /// The parts of the values that hold `self`: closures, methods of `self` and `self` itself.
    func partsHoldingOwner(_ types: TypeTable) -> [OwnerPart] {
        values.flatMap { parts(holdingOwnerIn: $0, types) }
    }

    private func parts(holdingOwnerIn code: ExprSyntax, _ types: TypeTable) -> [OwnerPart] {
        let nodes = code.nodes(ExprSyntax.self) {
            $0.is(ClosureExprSyntax.self) || $0.is(MemberAccessExprSyntax.self)
        }
        return nodes.flatMap { node -> [OwnerPart] in
            switch node.as(ExprSyntaxEnum.self) {
            case .closureExpr(let closure):
                let call = closure.parent?.as(FunctionCallExprSyntax.self)
                // One that is called where it stands is not kept; what it returns is.
                if call?.calledExpression.id == closure.id || call?.functionName == "shared" {
                    return closure.results.flatMap { parts(holdingOwnerIn: $0, types) }
                }
                let isStrong = SelfCapture.isStrong(where: closure)
                let capture = isStrong ? SelfCapture(of: closure) : nil
                return capture.map { [.closure(closure, $0)] } ?? []
            case .memberAccessExpr(let member):
                guard let base = member.base, !base.isSelf else { return name(node, types) }
                return base.unwrapped.is(FunctionCallExprSyntax.self)
                    ? parts(holdingOwnerIn: base, types) : []
            case .declReferenceExpr: return name(node, types)
            default: return []
            }
        }
    }

    /// `self`, or a method of it that is not called here.
    private func name(_ node: ExprSyntax, _ types: TypeTable) -> [OwnerPart] {
        if node.isSelf, SelfCapture.isStrong(where: node) { return [.owner(node)] }
        guard let method = node.methodReference(in: type, types),
            node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id
        else { return [] }
        return [.method(node, method)]
    }

    /// Where a value holds `self`, and how.
    enum OwnerPart {
        case closure(ClosureExprSyntax, SelfCapture)
        case method(ExprSyntax, String)
        case owner(ExprSyntax)

        var node: Syntax {
            switch self {
            case .closure(let closure, _): Syntax(closure)
            case .method(let method, _): Syntax(method)
            case .owner(let owner): Syntax(owner)
            }
        }
    }
}

extension TypeTable {
    /// Whether objects of a type are there as long as a RIB is.
    func isPartOfRIB(_ type: String) -> Bool {
        if let role = role(of: type) { return role != .builder && role != .component }
        return !lineage(of: type).filter { ["ViewControllable", "Presentable"].contains($0) }
            .isEmpty
    }
}

extension ExprSyntax {
    /// The name of the method of `self` that an expression refers to without calling it: `handle`
    /// for `self.handle`, and for `handle` when nothing else has the name.
    ///
    /// - Parameter type: The type that the code belongs to.
    package func methodReference(in type: String, _ types: TypeTable) -> String? {
        guard let name = ownMemberName, !types.methods(name, of: type).isEmpty,
            types.property(name, of: type) == nil, !isLocal
        else { return nil }
        return types.methods(name, of: type).contains { !$0.isStatic } ? name : nil
    }
}
