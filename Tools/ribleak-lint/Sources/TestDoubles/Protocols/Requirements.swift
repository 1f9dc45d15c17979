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
    private var constraints: [String] = []
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
            let members = one.syntax.memberBlock.tokens(viewMode: .sourceAccurate).map { token in
                guard token.tokenKind == .keyword(.Self) else {
                    // `Self.Item` is `Item`, which may be a parameter of the class.
                    let isOfSelf = token.previousToken(viewMode: .sourceAccurate)?.tokenKind
                    return token.tokenKind == .period && isOfSelf == .keyword(.Self)
                        ? "" : token.description
                }
                let isScope = token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .period
                usesSelf = usesSelf || !isScope
                let name = TokenKind.identifier(isScope ? "" : doubleName)
                return token.with(\.tokenKind, name).description
            }
            let written = Parser.parse(source: "protocol P " + members.joined()).statements.first
            let block = written?.item.as(ProtocolDeclSyntax.self)?.memberBlock
            read(block?.members.map(\.decl) ?? [], nil, one.mark)
            read(one.syntax.genericWhereClause)
        }
    }

    private mutating func read(
        _ members: [DeclSyntax], _ condition: String?, _ mark: MockableMark?
    ) {
        for member in members {
            guard let block = member.as(IfConfigDeclSyntax.self) else {
                read(member, MemberTraits(member, condition: condition, mark: mark))
                continue
            }
            for clause in block.clauses {
                let outer = condition.map { "(\($0)) && (\(clause.wholeCondition))" }
                read(clause.declarations, outer ?? clause.wholeCondition, mark)
            }
        }
    }

    private mutating func read(_ member: DeclSyntax, _ traits: MemberTraits) {
        if let variable = member.as(VariableDeclSyntax.self) {
            read(variable, traits)
        } else if let function = member.as(FunctionDeclSyntax.self) {
            guard case .identifier = function.name.tokenKind else {
                impossible.append("func " + function.name.text)
                return
            }
            let result = function.signature.returnClause?.type
            add(
                FunctionRequirement(
                    .method, function.name.text, function, function.signature.parameterClause,
                    Effects(function.signature.effectSpecifiers),
                    result?.isVoid == true ? nil : result, traits))
        } else if let one = member.as(SubscriptDeclSyntax.self) {
            let (getter, isSettable) = one.accessorBlock.parts
            add(
                FunctionRequirement(
                    .subscript(isSettable: isSettable), "subscript", one, one.parameterClause,
                    Effects(getter), one.returnClause.type, traits))
        } else if let one = member.as(InitializerDeclSyntax.self) {
            add(
                FunctionRequirement(
                    .initializer, "init", one, one.signature.parameterClause,
                    Effects(one.signature.effectSpecifiers), nil, traits))
        } else if let one = member.as(AssociatedTypeDeclSyntax.self) {
            read(one)
        }
    }

    private mutating func read(_ variable: VariableDeclSyntax, _ traits: MemberTraits) {
        for binding in variable.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let type = binding.typeAnnotation?.type
            else { continue }
            let (getter, isSettable) = binding.accessorBlock.parts
            let property = PropertyRequirement(
                name: name, type: type, isSettable: isSettable, effects: Effects(getter),
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
        // Two protocols may say something of one type.
        if let index = associatedTypes.firstIndex(where: { $0.name == node.name.text }) {
            let known = associatedTypes[index].constraints
            associatedTypes[index].constraints += constraints.filter { !known.contains($0) }
            associatedTypes[index].defaultType = associatedTypes[index].defaultType ?? standard
        } else {
            associatedTypes.append(
                AssociatedType(
                    name: node.name.text, constraints: constraints, defaultType: standard))
        }
    }

    /// Those of all members.
    var traits: [MemberTraits] { properties.map(\.traits) + functions.map(\.traits) }

    /// The type that an associated type is said to be.
    func sameType(as name: String) -> String? {
        let names = Set(associatedTypes.map(\.name))
        return sameTypes.lazy.compactMap { left, right in
            if left == name { return right }
            return right == name && !names.contains(left) ? left : nil
        }.first
    }

    /// The other requirements of some associated types.
    func constraints(of names: [String]) -> [String] {
        constraints.filter { one in
            names.contains { one.hasPrefix($0 + ":") || one.hasPrefix($0 + ".") }
        }
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

extension AccessorBlockSyntax? {
    /// The effects of `get`, and whether there is a `set`.
    fileprivate var parts: (getter: AccessorEffectSpecifiersSyntax?, isSettable: Bool) {
        guard case .accessors(let list) = self?.accessors else { return (nil, false) }
        let getter = list.first { $0.accessorSpecifier.text == "get" }
        return (getter?.effectSpecifiers, list.contains { $0.accessorSpecifier.text == "set" })
    }
}

extension FunctionRequirement {
    fileprivate init(
        _ kind: Kind, _ name: String, _ node: some WithGenericParametersSyntax,
        _ parameters: FunctionParameterClauseSyntax, _ effects: Effects, _ result: TypeSyntax?,
        _ traits: MemberTraits
    ) {
        let generics = node.genericParameterClause
        self.init(
            kind: kind, name: name,
            generics: generics?.parameters.map { ($0.name.text, $0.inheritedType) } ?? [],
            genericClause: generics?.spelling ?? "",
            whereClause: node.genericWhereClause?.spelling ?? "",
            parameters: parameters.parameters.enumerated().map {
                FunctionParameter($1, at: $0, labelsAreNames: !kind.isCalledByName)
            }, effects: effects, result: result, traits: traits)
    }
}
