// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What a local name stands for.
package enum LocalName {
    /// This value, or a part or element of it: `x` after `if let x = value` and in `for x in value`.
    case value(ExprSyntax)
    case parameter
    /// Something that cannot be told, such as a variable that gets its value later.
    case unknown
}

extension SyntaxProtocol {
    /// What a name stands for here; nil when nothing around declares it, so that it is a member.
    package func meaning(ofLocal name: String) -> LocalName? {
        var child = Syntax(self)
        while let parent = child.parent {
            if parent.is(MemberBlockSyntax.self) { return nil }
            if let found = parent.declaration(of: name, before: child) { return found }
            child = parent
        }
        return nil
    }
}

extension ExprSyntax {
    /// The value that a local name has from another one, or itself; nil where nothing tells.
    var origin: ExprSyntax? {
        var value = unwrapped
        // A limit, because sources may have any number of them.
        for _ in 0..<32 {
            guard let local = value.variableName.flatMap({ value.meaning(ofLocal: $0) }) else {
                return value
            }
            guard case .value(let next) = local else { return nil }
            value = next.unwrapped
        }
        return nil
    }

    /// The objects of a collection one by one, variables as what they were made of.
    ///
    /// - Parameter depth: How many collections within collections are looked through: by names, each may
    ///   have the next one many times.
    func objects(depth: Int = 4) -> [ExprSyntax] {
        guard let value = origin, depth > 0 else { return [unwrapped] }
        switch value.as(ExprSyntaxEnum.self) {
        case .arrayExpr(let array):
            return array.elements.flatMap { $0.expression.objects(depth: depth - 1) }
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return [] }
            return elements.flatMap { $0.value.objects(depth: depth - 1) }
        case .sequenceExpr(let sequence):
            return sequence.elements.first?.objects(depth: depth - 1) ?? []
        case .functionCallExpr(let call):
            let closure = call.calledExpression.as(ClosureExprSyntax.self)
            return closure?.results.flatMap { $0.objects(depth: depth - 1) } ?? [value]
        default: return [value]
        }
    }

    /// The property of `self` that an expression reads, also by a local name, a cast or an element:
    /// `child` for `x` after `guard let x = self.child`, `tabs` for `tabs[0]`.
    package var ownProperty: String? {
        var expression = unwrapped
        // Names that stand for names; a limit, because sources may have any number of them.
        for _ in 0..<32 {
            if let name = expression.variableName {
                guard name != "self" else { return nil }
                switch expression.meaning(ofLocal: name) {
                case nil: return name
                case .value(let value)?: expression = value.unwrapped
                case .parameter?, .unknown?: return nil
                }
            } else if let inner = expression.readPart {
                expression = inner.unwrapped
            } else {
                return expression.ownMemberName
            }
        }
        return nil
    }

    /// What an expression reads a part of: `a` for `a as? B`, `a[0]` and `a.first`.
    private var readPart: ExprSyntax? {
        if let sequence = self.as(SequenceExprSyntax.self) {
            let elements = Array(sequence.elements)
            return elements.count == 3 && elements[1].is(UnresolvedAsExprSyntax.self)
                ? elements[0] : nil
        }
        if let element = self.as(SubscriptCallExprSyntax.self) { return element.calledExpression }
        if let call = self.as(FunctionCallExprSyntax.self) {
            return ["first", "last", "reversed"].contains(call.functionName ?? "")
                ? call.receiver : nil
        }
        if let member = self.as(MemberAccessExprSyntax.self), let base = member.base {
            return ["first", "last", "values"].contains(member.declName.baseName.text) ? base : nil
        }
        return nil
    }
}

extension Syntax {
    /// The declaration of a name that is seen from a child of this node.
    fileprivate func declaration(of name: String, before child: Syntax) -> LocalName? {
        switch self.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list):
            for item in (Declarations.of(list).statements[name] ?? []).reversed()
            where item.position < child.position {
                if let found = item.item.declaration(of: name) { return found }
            }
            return nil
        case .conditionElementList(let list):
            return list.declaration(of: name, before: child.position)
        case .ifExpr(let branch):
            return child.id == branch.body.id
                ? branch.conditions.declaration(of: name) : nil
        case .whileStmt(let loop):
            return child.id == loop.body.id
                ? loop.conditions.declaration(of: name) : nil
        case .forStmt(let loop):
            guard child.id != loop.sequence.id, loop.pattern.binds(name) else { return nil }
            return loop.pattern.is(IdentifierPatternSyntax.self) ? .value(loop.sequence) : .unknown
        case .switchCase(let one): return one.declaration(of: name)
        case .closureExpr(let closure): return closure.declaration(of: name)
        case .functionDecl(let function):
            return function.signature.parameterClause.declares(name) ? .parameter : nil
        case .initializerDecl(let function):
            return function.signature.parameterClause.declares(name) ? .parameter : nil
        case .accessorDecl(let accessor):
            let names = ["oldValue", "newValue", accessor.parameters?.name.text]
            return names.contains(name) ? .unknown : nil
        default: return nil
        }
    }
}

/// The statements of a list that declare something, by its name.
private struct Declarations: Sendable {
    private(set) var statements: [String: [CodeBlockItemSyntax]] = [:]
    /// Keeps the tree: another one in its memory would have the same identifiers.
    private let list: CodeBlockItemListSyntax

    /// Those of a list.
    ///
    /// - Complexity: O(statements) the first time. Rules ask for each call of a function.
    static func of(_ list: CodeBlockItemListSyntax) -> Declarations {
        recent.value(of: list.root.id) { Memo() }.value(of: list.id) { Declarations(list) }
    }

    /// By the file, of more than are checked at a time: each answer keeps its tree.
    private static let recent = Memo<SyntaxIdentifier, Memo<SyntaxIdentifier, Declarations>>(
        most: 4)

    private init(_ list: CodeBlockItemListSyntax) {
        self.list = list
        for statement in list {
            var names: Set<String> = []
            if let variable = statement.item.as(VariableDeclSyntax.self) {
                for binding in variable.bindings { names.formUnion(binding.pattern.boundNames) }
            } else if let check = statement.item.as(GuardStmtSyntax.self) {
                names = check.conditions.boundNames
            } else if let function = statement.item.as(FunctionDeclSyntax.self) {
                names = [function.name.text]
            }
            for name in names { statements[name, default: []].append(statement) }
        }
    }
}

extension CodeBlockItemSyntax.Item {
    fileprivate func declaration(of name: String) -> LocalName? {
        if let check = self.as(GuardStmtSyntax.self) {
            return check.conditions.declaration(of: name)
        }
        if let function = self.as(FunctionDeclSyntax.self) {
            return function.name.text == name ? .unknown : nil
        }
        guard let variable = self.as(VariableDeclSyntax.self),
            let binding = variable.bindings.first(where: { $0.pattern.binds(name) })
        else { return nil }
        guard binding.pattern.is(IdentifierPatternSyntax.self), binding.accessorBlock == nil,
            let value = binding.initializer?.value, variable.bindingSpecifier.text == "let"
        else { return .unknown }
        return .value(value)
    }
}

extension ConditionElementListSyntax {
    fileprivate func declaration(
        of name: String, before end: AbsolutePosition? = nil
    ) -> LocalName? {
        for element in reversed() where end.map({ element.position < $0 }) ?? true {
            switch element.condition {
            case .optionalBinding(let binding) where binding.pattern.binds(name):
                // `if let child {` goes on to what `child` was before.
                guard let value = binding.initializer?.value else { continue }
                return .value(value)
            case .matchingPattern(let match) where match.pattern.binds(name):
                return .value(match.initializer.value)
            default: continue
            }
        }
        return nil
    }
}

extension SwitchCaseSyntax {
    fileprivate func declaration(of name: String) -> LocalName? {
        guard case .case(let label) = label,
            label.caseItems.contains(where: { $0.pattern.binds(name) })
        else { return nil }
        return nearest(SwitchExprSyntax.self).map { .value($0.subject) } ?? .unknown
    }
}

extension ClosureExprSyntax {
    fileprivate func declaration(of name: String) -> LocalName? {
        for item in signature?.capture?.items ?? [] where item.name.text == name {
            return item.initializer.map { .value($0.value) }
        }
        let isParameter =
            signature?.parameterClause == nil
            ? name.hasPrefix("$") : parameterNames.contains(name)
        guard isParameter else { return nil }
        guard let call = takingCall, let receiver = call.receiver,
            ["forEach", "map", "flatMap", "compactMap"].contains(call.functionName ?? "")
        else { return .unknown }
        return .value(receiver)
    }
}

extension FunctionParameterClauseSyntax {
    fileprivate func declares(_ name: String) -> Bool {
        parameters.contains { $0.innerName == name }
    }
}

extension SyntaxProtocol {
    /// The names that its patterns give to something.
    fileprivate var boundNames: Set<String> {
        Set(
            nodes(IdentifierPatternSyntax.self) { $0.is(ClosureExprSyntax.self) }
                .map(\.identifier.text))
    }
}

extension PatternSyntax {
    /// Whether a pattern gives a name to something.
    fileprivate func binds(_ name: String) -> Bool {
        self.name == name || boundNames.contains(name)
    }
}

/// The names that a piece of code uses.
struct UsedNames: Sendable {
    /// All of them, those of members too.
    private(set) var all: Set<String> = []
    private var references: [String: [DeclReferenceExprSyntax]] = [:]
    /// Keeps the tree: another one in its memory would have the same identifiers.
    private let code: Syntax

    private init(_ code: some SyntaxProtocol) {
        self.code = Syntax(code)
        for node in code.nodes(DeclReferenceExprSyntax.self) {
            all.insert(node.baseName.text)
            if !node.isMemberName { references[node.baseName.text, default: []].append(node) }
        }
        // `if let token {` names the variable without an expression.
        for binding in code.nodes(OptionalBindingConditionSyntax.self)
        where binding.initializer == nil {
            if let name = binding.pattern.name { all.insert(name) }
        }
    }

    /// Those of a piece of code.
    ///
    /// - Complexity: O(code) the first time. Rules ask again for each expression of a function, and
    ///   a generated one has thousands.
    static func of(_ code: some SyntaxProtocol) -> UsedNames {
        recent.value(of: code.root.id) { Memo() }.value(of: code.id) { UsedNames(code) }
    }

    /// By the file, of more than are checked at a time: each answer keeps its tree.
    private static let recent = Memo<SyntaxIdentifier, Memo<SyntaxIdentifier, UsedNames>>(most: 4)

    /// Whether the code names a variable other than where it is declared.
    func contains(_ name: String) -> Bool { all.contains(name) }

    /// Where the code names a variable, in the order of the source. The name of a member is another
    /// one's.
    func references(to name: String) -> [DeclReferenceExprSyntax] { references[name] ?? [] }
}

extension ExprSyntax {
    /// Whether it is the plain name of a parameter or variable of the method around it.
    var isLocal: Bool { variableName.flatMap { meaning(ofLocal: $0) } != nil }
}

extension SyntaxProtocol {
    /// Where a piece of code names something, members of other things too.
    func references(to name: String) -> [DeclReferenceExprSyntax] {
        nodes(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }
    }

    /// The calls of a piece of code.
    var calls: [FunctionCallExprSyntax] { nodes(FunctionCallExprSyntax.self) }
}
