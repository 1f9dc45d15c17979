// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// All that a class must have to conform to some protocols.
struct Requirements: Sendable {
    private(set) var properties: [PropertyRequirement] = []
    private(set) var functions: [FunctionRequirement] = []
    private(set) var associatedTypes: [AssociatedType] = []
    /// Types that are said to be the same, as they are spelled.
    private var sameTypes: [(left: String, right: String)] = []
    /// Other requirements of the associated types.
    private(set) var constraints: [String] = []
    /// Whether a member has the type of the class itself.
    private(set) var usesSelf = false
    /// Members that no double can have, each as it is spelled.
    private(set) var impossible: [String] = []

    /// Reads the members of a protocol and of its parents, each once.
    ///
    /// - Parameters:
    ///   - protocols: The protocol, then its parents.
    ///   - doubleName: What `Self` stands for.
    init(of protocols: [ProtocolDeclaration], doubleName: String) {
        for one in protocols {
            let rewriter = SelfRewriter(doubleName)
            let members = rewriter.rewrite(one.syntax.memberBlock).as(MemberBlockSyntax.self)
            usesSelf = usesSelf || rewriter.foundSelf
            read(members?.members ?? [], condition: nil, mark: one.mark)
            read(one.syntax.genericWhereClause)
        }
    }

    private mutating func read(
        _ members: MemberBlockItemListSyntax, condition: String?, mark: MockableMark?
    ) {
        for member in members {
            if let block = member.decl.as(IfConfigDeclSyntax.self) {
                for clause in block.clauses {
                    guard case .decls(let declarations) = clause.elements else { continue }
                    let outer = condition.map { "(\($0)) && " } ?? ""
                    let inner =
                        condition == nil ? clause.wholeCondition : "(\(clause.wholeCondition))"
                    read(declarations, condition: outer + inner, mark: mark)
                }
            } else {
                read(member.decl, condition: condition, mark: mark)
            }
        }
    }

    private mutating func read(_ member: DeclSyntax, condition: String?, mark: MockableMark?) {
        if let variable = member.as(VariableDeclSyntax.self) {
            read(
                variable,
                MemberTraits(
                    variable.modifiers, variable.attributes, condition: condition, mark: mark))
        } else if let function = member.as(FunctionDeclSyntax.self) {
            guard case .identifier = function.name.tokenKind else {
                impossible.append("func " + function.name.text)
                return
            }
            add(
                FunctionRequirement(
                    function,
                    MemberTraits(
                        function.modifiers, function.attributes, condition: condition, mark: mark)))
        } else if let one = member.as(SubscriptDeclSyntax.self) {
            let traits = MemberTraits(
                one.modifiers, one.attributes, condition: condition, mark: mark)
            add(FunctionRequirement(one, traits))
        } else if let one = member.as(InitializerDeclSyntax.self) {
            let traits = MemberTraits(
                one.modifiers, one.attributes, condition: condition, mark: mark)
            add(FunctionRequirement(one, traits))
        } else if let one = member.as(AssociatedTypeDeclSyntax.self) {
            read(one)
        }
    }

    private mutating func read(_ variable: VariableDeclSyntax, _ traits: MemberTraits) {
        for binding in variable.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let type = binding.typeAnnotation?.type
            else { continue }
            let accessors = binding.accessorBlock?.declarations ?? []
            let getter = accessors.first { $0.accessorSpecifier.text == "get" }?.effectSpecifiers
            let property = PropertyRequirement(
                name: name, type: type,
                isSettable: accessors.contains { $0.accessorSpecifier.text == "set" },
                effects: Effects(
                    isAsync: getter?.asyncSpecifier != nil, throwing: getter?.throwsClause),
                traits: traits)
            if let index = properties.firstIndex(where: { $0.identity == property.identity }) {
                properties[index].isSettable = properties[index].isSettable || property.isSettable
            } else {
                properties.append(property)
            }
        }
    }

    private mutating func add(_ function: FunctionRequirement) {
        guard !functions.contains(where: { $0.identity == function.identity }) else { return }
        functions.append(function)
    }

    private mutating func read(_ node: AssociatedTypeDeclSyntax) {
        read(node.genericWhereClause)
        let constraints = node.inheritanceClause?.inheritedTypes.map(\.type.spelling) ?? []
        let standard = node.initializer?.value.spelling
        guard let index = associatedTypes.firstIndex(where: { $0.name == node.name.text }) else {
            associatedTypes.append(
                AssociatedType(
                    name: node.name.text, constraints: constraints, defaultType: standard))
            return
        }
        // Two protocols may say something of one type.
        let earlier = associatedTypes[index]
        associatedTypes[index] = AssociatedType(
            name: earlier.name,
            constraints: earlier.constraints
                + constraints.filter { !earlier.constraints.contains($0) },
            defaultType: earlier.defaultType ?? standard)
    }

    /// The type that an associated type is said to be.
    func sameType(as name: String) -> String? {
        let names = Set(associatedTypes.map(\.name))
        return sameTypes.lazy.compactMap { left, right in
            if left == name { return right }
            return right == name && !names.contains(left) ? left : nil
        }.first
    }

    private mutating func read(_ clause: GenericWhereClauseSyntax?) {
        for requirement in clause?.requirements ?? [] {
            switch requirement.requirement {
            case .sameTypeRequirement(let same):
                let (left, right) = (same.leftType.spelling, same.rightType.spelling)
                sameTypes.append((left, right))
                constraints.append("\(left) == \(right)")
            case .conformanceRequirement(let conformance):
                guard conformance.leftType.spelling != "Self" else { continue }
                constraints.append(
                    conformance.leftType.spelling + ": " + conformance.rightType.spelling)
            case .layoutRequirement: continue
            }
        }
    }
}

extension AccessorBlockSyntax {
    /// `get` and `set`.
    fileprivate var declarations: [AccessorDeclSyntax] {
        guard case .accessors(let list) = accessors else { return [] }
        return Array(list)
    }
}

extension FunctionRequirement {
    fileprivate init(_ node: FunctionDeclSyntax, _ traits: MemberTraits) {
        let effects = node.signature.effectSpecifiers
        let result = node.signature.returnClause?.type
        self.init(
            kind: .method, name: node.name.text, generics: node.genericParameterClause.names,
            genericClause: node.genericParameterClause?.spelling ?? "",
            whereClause: node.genericWhereClause?.spelling ?? "",
            parameters: node.signature.parameterClause.parameters.enumerated().map {
                FunctionParameter($1, at: $0)
            },
            effects: Effects(
                isAsync: effects?.asyncSpecifier != nil, throwing: effects?.throwsClause),
            result: result?.isVoid == true ? nil : result, traits: traits)
    }

    fileprivate init(_ node: SubscriptDeclSyntax, _ traits: MemberTraits) {
        let accessors = node.accessorBlock?.declarations ?? []
        let getter = accessors.first { $0.accessorSpecifier.text == "get" }?.effectSpecifiers
        self.init(
            kind: .subscript(isSettable: accessors.contains { $0.accessorSpecifier.text == "set" }),
            name: "subscript", generics: node.genericParameterClause.names,
            genericClause: node.genericParameterClause?.spelling ?? "",
            whereClause: node.genericWhereClause?.spelling ?? "",
            parameters: node.parameterClause.parameters.enumerated().map {
                FunctionParameter($1, at: $0, labelsAreNames: true)
            },
            effects: Effects(
                isAsync: getter?.asyncSpecifier != nil, throwing: getter?.throwsClause),
            result: node.returnClause.type, traits: traits)
    }

    fileprivate init(_ node: InitializerDeclSyntax, _ traits: MemberTraits) {
        let effects = node.signature.effectSpecifiers
        self.init(
            kind: .initializer, name: "init", generics: node.genericParameterClause.names,
            genericClause: node.genericParameterClause?.spelling ?? "",
            whereClause: node.genericWhereClause?.spelling ?? "",
            parameters: node.signature.parameterClause.parameters.enumerated().map {
                FunctionParameter($1, at: $0)
            },
            effects: Effects(
                isAsync: effects?.asyncSpecifier != nil, throwing: effects?.throwsClause),
            result: nil, traits: traits)
    }
}

extension GenericParameterClauseSyntax? {
    fileprivate var names: [(name: String, constraint: TypeSyntax?)] {
        self?.parameters.map { ($0.name.text, $0.inheritedType) } ?? []
    }
}

/// Puts the name of a class where a protocol says `Self`.
private final class SelfRewriter: SyntaxRewriter {
    private let name: String
    private(set) var foundSelf = false

    init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    /// `Self.Item` is `Item`, which may be a parameter of the class.
    override func visit(_ type: MemberTypeSyntax) -> TypeSyntax {
        guard type.baseType.spelling == "Self" else { return super.visit(type) }
        return TypeSyntax(
            IdentifierTypeSyntax(
                leadingTrivia: type.leadingTrivia, name: type.name,
                genericArgumentClause: type.genericArgumentClause,
                trailingTrivia: type.trailingTrivia))
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
        guard token.tokenKind == .keyword(.Self) else { return token }
        foundSelf = true
        return token.with(\.tokenKind, .identifier(name))
    }
}
