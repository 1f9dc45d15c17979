// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// A file that rules look at, with what they all need of it, found once.
package final class CheckedFile {
    package let source: ParsedFile
    /// The types of all files.
    package let types: TypeTable
    /// The types and extensions of the file, nested ones too.
    package let declarations: [TypeDeclaration]
    /// All calls, outer ones first.
    package let calls: [FunctionCallExprSyntax]
    /// The subscriptions that the file makes.
    package private(set) lazy var subscriptions = calls.compactMap {
        Subscription($0, in: source, types)
    }

    /// What the code of the file's types lets something keep.
    private(set) lazy var kept = declarations.flatMap { KeptValue.all(in: $0) }

    /// Those that keep the same value in one member, by the value, the same edge once: rules ask for each
    /// child of a router.
    private lazy var keptByRoot: [String: [Held: [KeptValue]]] = {
        var all: [String: [Held: [KeptValue]]] = [:]
        var seen: Set<[AnyHashable]> = []
        for kept in kept {
            let member = "\(kept.type) \(kept.member)"
            for root in types.roots(of: kept.hold.value, in: kept.type)
            where seen.insert([member, root, kept.hold]).inserted {
                all[member, default: [:]][root, default: []].append(kept)
            }
        }
        return all
    }()
    private lazy var keptByValue = Dictionary(
        kept.compactMap { kept in kept.values.first.map { ($0.id, kept) } },
        uniquingKeysWith: { first, _ in first })

    /// What a member of a type lets something keep of the value of an argument.
    func kept(withValueOf argument: ExprSyntax) -> [KeptValue] {
        guard let passed = keptByValue[argument.id] else { return [] }
        let own = keptByRoot["\(passed.type) \(passed.member)"] ?? [:]
        return types.roots(of: passed.hold.value, in: passed.type).flatMap { own[$0] ?? [] }
    }

    /// What else goes on keeping what a property of a type has; nil if nothing is known to.
    ///
    /// - Parameter method: What lets the property go, and maybe others with it; nil for any method.
    func keeper(besides property: String, of type: String, after method: String? = nil) -> Keeper? {
        let same = (keptByOwner["\(type) \(property)"] ?? []).flatMap { given -> [KeptValue] in
            guard let name = given.values.first?.variableName else { return [] }
            let own = keptByRoot["\(type) \(given.member)"] ?? [:]
            return (own[.variable(name)] ?? []) + (own[.parameter(name)] ?? [])
        }
        for kept in same + (keptByProperty["\(type) \(property)"] ?? []) {
            for keeper in types.keepers(of: kept.hold, in: type)
            where keeper.description != property {
                if case .variable = keeper.root { continue }
                guard let method, keeper.root == .owner, keeper.links.count == 1 else {
                    if types.isTakenBack(keeper.last, from: type) { continue }
                    return keeper
                }
                let name = keeper.description
                if !router(type).assigns(name, in: [], calling: [method], except: "") {
                    return keeper
                }
            }
        }
        return nil
    }

    /// What goes into a property of its own type, and what comes from one, by the type and the property.
    private lazy var keptByOwner = kept.reduce(into: [String: [KeptValue]]()) { all, kept in
        for keeper in types.keepers(of: kept.hold, in: kept.type) where keeper.root == .owner {
            all["\(kept.type) \(keeper.description)", default: []].append(kept)
        }
    }
    private lazy var keptByProperty = keptByRoot.values.joined().reduce(
        into: [String: [KeptValue]]()
    ) { all, found in
        guard case .member(let property) = found.key, let type = found.value.first?.type else {
            return
        }
        all["\(type) \(property)", default: []] += found.value
    }

    /// The calls by which routers attach and detach children.
    private(set) lazy var childCalls = calls.compactMap { ChildCall($0, types) }
    private var routers: [String: RouterMethods] = [:]

    package init(_ source: ParsedFile, _ types: TypeTable) {
        // Names mean what they mean in this file.
        let types = types.seen(from: source)
        (self.source, self.types) = (source, types)
        declarations = source.tree.typeDeclarations.map { TypeDeclaration($0, types) }
        calls = source.tree.nodes(FunctionCallExprSyntax.self)
    }

    /// The methods of a router.
    func router(_ type: String) -> RouterMethods {
        if let known = routers[type] { return known }
        let router = RouterMethods(type, types)
        routers[type] = router
        return router
    }

    /// Whether what a violation stands in may ever run.
    func isReached(_ violation: Violation) -> Bool {
        let place = EnclosingCode(of: violation.node)
        guard let type = place.type, let member = place.member else { return true }
        return types.isReached(member, of: type)
    }

    /// The same violation as a warning, unless it is one already because nothing reaches it.
    func warning(_ violation: Violation) -> Violation {
        guard violation.severity == nil, isReached(violation) else { return violation }
        var violation = violation
        violation.severity = .warning
        return violation
    }

    /// The same violation, as a warning where nothing shows that objects of its type come and go.
    func warning(_ violation: Violation, ifStaying type: String?) -> Violation {
        type.map(types.mayGo) == false ? warning(violation) : violation
    }

    /// The methods that the file has of a type.
    func functions(of type: String?) -> [FunctionDeclSyntax] {
        declarations.filter { $0.name == type }.flatMap(\.functions)
    }
}

/// A type or an extension as its file has it.
package struct TypeDeclaration {
    package let node: any DeclGroupSyntax
    package let name: String
    /// What the type is in the architecture; extensions have that of their type.
    package let role: Role?

    fileprivate init(_ node: any DeclGroupSyntax, _ types: TypeTable) {
        self.node = node
        name = node.typeName ?? ""
        role = types.role(of: name)
    }

    /// Whether it stands in for another type in tests, and does what suits them.
    package var isDouble: Bool { Self.isDouble(name) }

    static func isDouble(_ name: String) -> Bool {
        ["Mock", "Stub", "Fake", "Spy", "Dummy", "Double"].contains {
            name.hasSuffix($0) || name.hasPrefix($0)
        }
    }

    /// The stored and computed properties that stand directly in it.
    package var variables: [VariableDeclSyntax] {
        node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    }

    /// The methods that stand directly in it.
    package var functions: [FunctionDeclSyntax] {
        node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    }
}
