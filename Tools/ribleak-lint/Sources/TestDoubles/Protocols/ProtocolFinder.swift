// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What doubles need of one source file.
struct ProtocolFile: Sendable {
    let path: String
    var protocols: [ProtocolDeclaration] = []
    var imports: [ImportLine] = []
    var isDamaged = false

    /// Reads a file.
    ///
    /// - Throws: An error when the file cannot be read.
    init(readingFrom path: String) throws(SourceError) {
        self.init(try SourceText(of: path).text, path: path)
    }

    /// Reads a text.
    init(_ text: String, path: String) {
        self.path = path
        // Most files have no protocol; they need no tree.
        guard text.contains("protocol") else { return }
        let file = ParsedFile(text, path: path)
        let finder = ProtocolFinder(file)
        finder.walk(file.tree)
        (protocols, imports) = (finder.protocols, finder.imports)
        isDamaged = file.isDamaged
    }
}

/// An import of a source file, and the condition of the `#if` around it.
struct ImportLine: Hashable, Sendable {
    let text: String
    let module: String
    let condition: String?
}

/// Collects the protocols and imports of a file.
private final class ProtocolFinder: SyntaxVisitor {
    private(set) var protocols: [ProtocolDeclaration] = []
    private(set) var imports: [ImportLine] = []
    private var scope: [(name: String, isPrivate: Bool)] = []
    private var conditions: [String] = []
    private let file: ParsedFile

    init(_ file: ParsedFile) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    private var condition: String? {
        switch conditions.count {
        case 0: nil
        case 1: conditions[0]
        default: conditions.map { "(\($0))" }.joined(separator: " && ")
        }
    }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        let found = ProtocolDeclaration(
            node, scope: scope.map(\.name), isPrivate: scope.contains(where: \.isPrivate),
            condition: condition, file: file.path, line: file.place(of: node.name).line)
        if let found { protocols.append(found) }
        return .skipChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        // Who else may see the import is of no matter to the doubles.
        let attributes = node.attributes.map(\.trimmedDescription).filter {
            !["@_exported", "@_implementationOnly"].contains($0)
        }
        let path = node.path.map(\.name.text).joined(separator: ".")
        let parts =
            attributes + ["import", node.importKindSpecifier?.text, path].compactMap(\.self)
        imports.append(
            ImportLine(
                text: parts.joined(separator: " "), module: node.path.first?.name.text ?? path,
                condition: condition))
        return .skipChildren
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        conditions.append(node.wholeCondition)
        return .visitChildren
    }
    override func visitPost(_ node: IfConfigClauseSyntax) { conditions.removeLast() }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.modifiers)
    }
    override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.modifiers)
    }
    override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.modifiers)
    }
    override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, node.modifiers)
    }
    override func visitPost(_ node: ActorDeclSyntax) { scope.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.spelling, node.modifiers)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { scope.removeLast() }

    // A protocol within a body is seen by nobody else.
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func enter(
        _ name: String, _ modifiers: DeclModifierListSyntax
    ) -> SyntaxVisitorContinueKind {
        let isPrivate = modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
        scope.append((name, isPrivate))
        return .visitChildren
    }
}

extension IfConfigClauseSyntax {
    /// When the clause holds: its own condition, and none of those of the clauses before it.
    var wholeCondition: String {
        let clauses = parent?.as(IfConfigClauseListSyntax.self) ?? []
        var parts: [String] = []
        for clause in clauses {
            guard clause.id != id else { break }
            if let condition = clause.condition {
                parts.append("!(\(condition.trimmedDescription))")
            }
        }
        if let condition {
            let text = condition.trimmedDescription
            parts.append(parts.isEmpty ? text : "(\(text))")
        }
        return parts.joined(separator: " && ")
    }
}
