// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

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
