// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// What doubles need of one source file.
struct ProtocolFile: Sendable {
    let path: String
    private(set) var protocols: [ProtocolDeclaration] = []
    private(set) var imports: [ImportLine] = []
    /// The types that other files can see, and whether `init()` makes each.
    private(set) var types: [String: Bool] = [:]
    /// The names of all its types, of nested ones without those around them.
    let names: Set<String>
    private(set) var isDamaged = false
    private(set) var isTest = false

    /// Reads a text.
    init(_ text: String, path: String, forItsTypes: Bool = false) {
        self.path = path
        names = Self.names(in: text)
        // Most files have no protocol; they need no tree.
        guard forItsTypes || text.contains("protocol") else { return }
        let file = ParsedFile(text, path: path)
        isDamaged = file.isDamaged
        isTest = file.isTest || path.split(separator: "/").contains { $0.hasSuffix("Tests") }
        read(file.tree.statements.compactMap { $0.item.as(DeclSyntax.self) }, of: file, Outside())
    }

    /// The words behind `class` and the like, without a tree.
    private static func names(in text: String) -> Set<String> {
        let kinds = ["protocol", "class", "struct", "enum", "actor", "typealias"].map {
            Array($0.utf8)
        }
        var names: Set<String> = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(maxSplits: 16) { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
            guard words.first?.starts(with: "//".utf8) == false else { continue }
            for (word, next) in zip(words, words.dropFirst())
            where kinds.contains(where: word.elementsEqual) {
                let name = next.prefix { !"<={;,".utf8.contains($0) }
                names.insert(String(decoding: name, as: UTF8.self))
            }
        }
        return names
    }

    // MARK: - Declarations

    /// What is around a declaration.
    private struct Outside {
        var types: [String] = []
        var isPrivate = false
        var conditions: [String] = []

        var condition: String? {
            conditions.count < 2
                ? conditions.first : conditions.map { "(\($0))" }.joined(separator: " && ")
        }
    }

    /// Calls itself for nested types, which are nested less deeply than a tree may be.
    private mutating func read(
        _ declarations: [DeclSyntax], of file: ParsedFile, _ outside: Outside
    ) {
        for one in declarations {
            var inside = outside
            if let node = one.as(ProtocolDeclSyntax.self) {
                let found = ProtocolDeclaration(
                    node, scope: outside.types, isPrivate: outside.isPrivate,
                    condition: outside.condition, file: path, line: file.place(of: node.name).line)
                if let found { protocols.append(found) }
            } else if let node = one.as(ImportDeclSyntax.self) {
                imports.append(ImportLine(node, condition: outside.condition))
            } else if let block = one.as(IfConfigDeclSyntax.self) {
                for clause in block.clauses {
                    inside.conditions = outside.conditions + [clause.wholeCondition]
                    read(clause.declarations, of: file, inside)
                }
            } else if let group = one.asProtocol((any DeclGroupSyntax).self) {
                let name =
                    one.as(ExtensionDeclSyntax.self)?.extendedType.spelling
                    ?? one.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
                inside.types.append(name)
                inside.isPrivate = outside.isPrivate || group.modifiers.isPrivate
                if !one.is(ExtensionDeclSyntax.self), !inside.isPrivate {
                    types[inside.types.joined(separator: ".")] = group.isMadeOfNothing
                }
                read(group.memberBlock.members.map(\.decl), of: file, inside)
            }
        }
    }
}

extension DeclGroupSyntax {
    /// Whether `init()` makes it, as far as its own body tells.
    fileprivate var isMadeOfNothing: Bool {
        let initializers = memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        return !self.is(EnumDeclSyntax.self)
            && (initializers.isEmpty
                || initializers.contains {
                    $0.signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
                })
    }
}

extension DeclModifierListSyntax {
    var isPrivate: Bool { contains { ["private", "fileprivate"].contains($0.name.text) } }
}

/// An import of a source file, and the condition of the `#if` around it.
struct ImportLine: Hashable, Sendable {
    let text: String
    let module: String
    let condition: String?

    var isTestable: Bool { text.hasPrefix("@testable ") }

    /// Makes the plain import of a module.
    init(of module: String, condition: String? = nil, attribute: String = "") {
        (text, self.module, self.condition) = (attribute + "import " + module, module, condition)
    }

    fileprivate init(_ node: ImportDeclSyntax, condition: String?) {
        // Who else may see the import is of no matter to the doubles.
        let attributes = node.attributes.map(\.trimmedDescription).filter {
            !["@_exported", "@_implementationOnly"].contains($0)
        }
        let path = node.path.map(\.name.text).joined(separator: ".")
        let parts =
            attributes + ["import", node.importKindSpecifier?.text, path].compactMap(\.self)
        (text, self.condition) = (parts.joined(separator: " "), condition)
        module = node.path.first?.name.text ?? path
    }
}

extension IfConfigClauseSyntax {
    /// What it has, in a body and outside of one.
    var declarations: [DeclSyntax] {
        switch elements {
        case .decls(let list): list.map(\.decl)
        case .statements(let list): list.compactMap { $0.item.as(DeclSyntax.self) }
        default: []
        }
    }

    /// When the clause holds: its own condition, and none of those of the clauses before it.
    var wholeCondition: String {
        let before = (parent?.as(IfConfigClauseListSyntax.self) ?? []).prefix { $0.id != id }
        let parts = before.compactMap(\.condition).map { "!(\($0.trimmedDescription))" }
        guard let condition else { return parts.joined(separator: " && ") }
        let own = condition.trimmedDescription
        return (parts + [parts.isEmpty ? own : "(\(own))"]).joined(separator: " && ")
    }
}
