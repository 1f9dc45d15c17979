// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension TypeFacts {
    /// The facts of all types and extensions of a file, nested ones too.
    ///
    /// - Parameter module: The file's module; nil if that is not known.
    package static func reading(_ file: ParsedFile, module: String? = nil) -> [TypeFacts] {
        let scope = NameScope(file: file.path, module: module, imports: file.imports)
        return [outside(file.tree, scope)].compactMap(\.self)
            + file.tree.typeDeclarations.map { TypeFacts($0, in: scope) }
    }

    /// Variables outside of types are properties of the type without a name.
    private static func outside(_ tree: SourceFileSyntax, _ scope: NameScope) -> TypeFacts? {
        let variables = tree.statements.compactMap { $0.item.as(VariableDeclSyntax.self) }
        let properties = variables.flatMap { PropertyFacts.reading($0, isOf: .extension) }
        let values = tree.statements.filter {
            $0.item.asProtocol((any DeclGroupSyntax).self) == nil
        }
        .reduce(into: Set<String>()) { $0.formUnion(BodyFacts($1).named) }
        guard !properties.isEmpty || !values.isEmpty else { return nil }
        return TypeFacts(
            kind: .extension, name: "", inherited: [], arguments: [:],
            properties: Dictionary(
                properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }),
            methods: [], scope: scope, isPrivate: false, isExposed: true, values: values)
    }

    private init(_ node: any DeclGroupSyntax, in file: NameScope) {
        let kind = Kind(node)
        let around = node.ancestors.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
        var scope = file
        scope.outer = around.reversed().map { $0.typeName ?? "" }
        let demanded = Self.demands(node.as(ProtocolDeclSyntax.self)?.genericWhereClause)
        let types = ((node.inheritanceClause?.inheritedTypes ?? []).map(\.type) + demanded)
            .flatMap(Self.parts)
        var properties: [String: PropertyFacts] = [:]
        var methods: [MethodFacts] = []
        var values: Set<String> = []
        for member in Self.declarations(of: node.memberBlock) {
            if let variable = member.as(VariableDeclSyntax.self) {
                for property in PropertyFacts.reading(variable, isOf: kind) {
                    properties[property.name] = property
                }
                methods += MethodFacts.reading(variable)
                for case let value? in variable.bindings.map(\.initializer?.value) {
                    values.formUnion(BodyFacts(value).named)
                }
            } else if let method = MethodFacts(member) {
                methods.append(method)
                let clause =
                    member.as(FunctionDeclSyntax.self)?.signature.parameterClause
                    ?? member.as(InitializerDeclSyntax.self)?.signature.parameterClause
                for case let value? in (clause?.parameters ?? []).map(\.defaultValue) {
                    values.formUnion(BodyFacts(value).named)
                }
            } else if member.is(SubscriptDeclSyntax.self) || member.is(EnumCaseDeclSyntax.self) {
                values.formUnion(BodyFacts(member).named)
            }
        }
        self.init(
            kind: kind, name: node.typeName ?? "", inherited: types.compactMap(\.name),
            arguments: Dictionary(
                types.compactMap { type in
                    let names = type.argumentNames
                    return names.isEmpty ? nil : type.name.map { ($0, names) }
                }, uniquingKeysWith: { first, _ in first }),
            properties: properties, methods: methods, scope: scope,
            isPrivate: (around + [node]).contains { $0.modifiers.has("private", "fileprivate") },
            isExposed: node.attributes.isExposed, values: values)
    }

    /// What a protocol demands of its types by `where Self: A`, which is to inherit from `A`.
    private static func demands(_ clause: GenericWhereClauseSyntax?) -> [TypeSyntax] {
        (clause?.requirements ?? []).compactMap { requirement in
            guard case .conformanceRequirement(let demand) = requirement.requirement,
                demand.leftType.name == "Self"
            else { return nil }
            return demand.rightType
        }
    }

    /// The types in `A & B`, one by one.
    private static func parts(of type: TypeSyntax) -> [TypeSyntax] {
        if let composition = type.core.as(CompositionTypeSyntax.self) {
            return composition.elements.map(\.type)
        }
        return [type]
    }

    /// The members of a type, also those inside of `#if`.
    private static func declarations(of members: MemberBlockSyntax) -> [DeclSyntax] {
        var all: [DeclSyntax] = []
        var lists = [members.members]
        while let list = lists.popLast() {
            for item in list {
                if let condition = item.decl.as(IfConfigDeclSyntax.self) {
                    for clause in condition.clauses {
                        if case .decls(let inner) = clause.elements { lists.append(inner) }
                    }
                } else {
                    all.append(item.decl)
                }
            }
        }
        return all
    }
}

extension TypeFacts.Kind {
    fileprivate init(_ node: any DeclGroupSyntax) {
        self =
            switch Syntax(node).as(SyntaxEnum.self) {
            case .classDecl: .class
            case .structDecl: .struct
            case .enumDecl: .enum
            case .actorDecl: .actor
            case .protocolDecl: .protocol
            default: .extension
            }
    }
}

extension AttributeListSyntax {
    /// Whether one of them may let others than the sources use it.
    fileprivate var isExposed: Bool {
        let names: Set = [
            "objc", "objcMembers", "IBAction", "IBSegueAction", "main", "UIApplicationMain",
            "NSApplicationMain",
        ]
        return contains { attribute in
            attribute.as(AttributeSyntax.self)?.attributeName.name.map(names.contains) ?? false
        }
    }
}

extension PropertyFacts {
    fileprivate static func reading(
        _ variable: VariableDeclSyntax, isOf kind: TypeFacts.Kind
    ) -> [PropertyFacts] {
        let modifiers = variable.modifiers
        let ownership: Ownership =
            modifiers.has("weak") ? .weak : modifiers.has("unowned") ? .unowned : .strong
        return variable.bindings.compactMap { binding in
            guard let name = binding.pattern.name else { return nil }
            let type = binding.typeAnnotation?.type ?? variable.sharedType(of: binding)
            let called = binding.initializer?.value.madeType
            return PropertyFacts(
                name: name,
                type: type?.name ?? called, elementType: type?.elementName,
                isOptional: type?.isOptional ?? false, ownership: ownership,
                isVariable: variable.bindingSpecifier.text == "var",
                isStored: kind != .protocol && binding.isStored,
                isStatic: modifiers.has("static", "class"), isLazy: modifiers.has("lazy"),
                isPrivate: modifiers.has("private", "fileprivate"),
                isWrapped: variable.isWrapped,
                isClosure: type?.core.is(FunctionTypeSyntax.self) ?? false, isMade: called != nil)
        }
    }
}

extension TypeSyntax {
    /// The name of the type of an array's elements, or of a dictionary's values.
    fileprivate var elementName: String? {
        core.as(ArrayTypeSyntax.self)?.element.name
            ?? core.as(DictionaryTypeSyntax.self)?.value.name
    }
}

extension VariableDeclSyntax {
    /// Whether it has an attribute that is none of the language and the system.
    package var isWrapped: Bool {
        attributes.contains { element in
            guard let name = element.as(AttributeSyntax.self)?.attributeName.name else {
                return false
            }
            return name.first?.isUppercase == true
                && !["MainActor", "Published", "IBOutlet", "NSManaged"].contains(name)
        }
    }

    /// The type that a binding shares with a later one, as in `var a, b: Int`.
    fileprivate func sharedType(of binding: PatternBindingSyntax) -> TypeSyntax? {
        guard binding.initializer == nil, bindings.count > 1 else { return nil }
        return bindings.last?.typeAnnotation?.type
    }
}

extension PatternBindingSyntax {
    /// Whether there is memory behind it: it has no getter.
    package var isStored: Bool {
        guard let block = accessorBlock else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
}

extension MethodFacts {
    /// Reads a method, initializer or deinitializer.
    fileprivate init?(_ member: DeclSyntax) {
        if let function = member.as(FunctionDeclSyntax.self) {
            self.init(
                function.name.text, function, function.signature.parameterClause,
                function.body, function.signature.returnClause?.type)
        } else if let initializer = member.as(InitializerDeclSyntax.self) {
            self.init(
                "init", initializer, initializer.signature.parameterClause,
                initializer.body, nil)
        } else if let end = member.as(DeinitializerDeclSyntax.self) {
            self.init("deinit", end, nil, end.body, nil)
        } else {
            return nil
        }
    }

    private init(
        _ name: String, _ node: some WithAttributesSyntax & WithModifiersSyntax,
        _ clause: FunctionParameterClauseSyntax?, _ code: (some SyntaxProtocol)?,
        _ returnType: TypeSyntax?
    ) {
        let parameters = (clause?.parameters ?? []).map(ParameterFacts.init)
        let types = Dictionary(
            parameters.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        var body = code.map { BodyFacts($0, parameters: Set(types.keys)) } ?? BodyFacts()
        body.assignsElsewhere = Set(
            body.assignsElsewhere.map { assignment in
                var assignment = assignment
                assignment.type =
                    assignment.type ?? assignment.receiver.flatMap { types[$0] ?? nil }
                assignment.valueType =
                    assignment.valueType ?? assignment.value.flatMap { types[$0] ?? nil }
                assignment.method = name
                return assignment
            })
        var holds: [Hold] = []
        if let code, !parameters.isEmpty {
            holds = OwnershipReader(code, parameters: parameters, isSummary: true).found.map(\.hold)
                .filter(\.value.hasParameter)
        }
        self.init(
            name: name, isOverride: node.modifiers.has("override"),
            isStatic: node.modifiers.has("static", "class"),
            isPrivate: node.modifiers.has("private", "fileprivate"),
            isExposed: node.attributes.isExposed, hasBody: code != nil, body: body,
            parameters: parameters, holds: holds, returnType: returnType?.name)
    }

    /// Reads the getters, observers and initial values of properties, which run code as methods do.
    fileprivate static func reading(_ variable: VariableDeclSyntax) -> [MethodFacts] {
        variable.bindings.compactMap { binding in
            guard let name = binding.pattern.name, let block = binding.accessorBlock else {
                return nil
            }
            return MethodFacts(name, variable, nil, block, binding.typeAnnotation?.type)
        }
    }
}

extension ParameterFacts {
    package init(_ parameter: FunctionParameterSyntax) {
        self.init(
            label: parameter.firstName.text, name: parameter.innerName, type: parameter.type.name,
            isClosure: parameter.type.core.is(FunctionTypeSyntax.self))
    }
}

extension Held {
    /// Whether something of it is a parameter.
    fileprivate var hasParameter: Bool {
        switch self {
        case .parameter: true
        case .owner, .unowned, .member, .variable: false
        case .made(_, let arguments), .from(_, let arguments):
            arguments.contains(where: \.value.hasParameter)
        case .object(_, let held): held.hasParameter
        case .group(let all): all.contains(where: \.hasParameter)
        }
    }
}
