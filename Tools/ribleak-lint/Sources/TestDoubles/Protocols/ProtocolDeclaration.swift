// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A protocol of the sources.
///
/// It keeps a small tree of its own text, so that the tree of its file can go.
struct ProtocolDeclaration: Sendable {
    /// The types around it, outermost first.
    let scope: [String]
    /// The condition of the `#if` around it.
    let condition: String?
    /// Whether no other file can see it.
    let isPrivate: Bool
    let mark: MockableMark?
    let syntax: ProtocolDeclSyntax
    let file: String
    let line: Int

    var name: String { syntax.name.text }

    /// `public`, `package`, or nothing for `internal`.
    var access: String {
        syntax.modifiers.map(\.name.text).first { ["public", "package"].contains($0) } ?? ""
    }

    /// Whether parts of it are not Swift.
    var isDamaged: Bool { syntax.hasError }

    /// The name with the types around it, such as `Outer.Inner`.
    var qualifiedName: String { (scope + [name]).joined(separator: ".") }

    /// The name of the double.
    var doubleName: String { mark?.name ?? name + "Mock" }

    /// The double's name with the types around it.
    var qualifiedDoubleName: String { (scope + [doubleName]).joined(separator: ".") }

    /// Where it stands, for messages.
    var place: String { "\(file):\(line)" }

    /// By which doubles are sorted.
    var key: String { qualifiedName + " " + (condition ?? "") }

    /// Different for each declaration.
    var identity: String { "\(place) \(qualifiedName)" }

    /// Parents as they are spelled, those of a composition each for itself.
    var parents: [String] {
        let inherited = syntax.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        let conformances = syntax.genericWhereClause?.requirements.compactMap {
            $0.requirement.as(ConformanceRequirementSyntax.self)
        }
        let ofSelf = conformances?.filter { $0.leftType.spelling == "Self" }.map(\.rightType) ?? []
        return (inherited + ofSelf).flatMap(\.composed).map(\.spelling)
    }

    /// The types that are named in it, without its own parameters, and the module of its mark.
    var namedTypes: Set<String> {
        let tokens = syntax.tokens(viewMode: .sourceAccurate)
        func texts(in kinds: SyntaxKind...) -> [String] {
            tokens.filter { $0.parent.map { kinds.contains($0.kind) } ?? false }.map(\.text)
        }
        return Set(texts(in: .identifierType))
            .subtracting(texts(in: .genericParameter, .associatedTypeDecl))
            .union(mark?.namedTypes ?? [])
    }
}

extension ProtocolDeclaration {
    /// Makes the declaration of a protocol's node.
    init?(
        _ node: ProtocolDeclSyntax, scope: [String], isPrivate: Bool, condition: String?,
        file: String, line: Int
    ) {
        let text = Parser.parse(source: node.trimmedDescription).statements.first
        guard let syntax = text?.item.as(ProtocolDeclSyntax.self) else { return nil }
        self.init(
            scope: scope, condition: condition, isPrivate: isPrivate || node.modifiers.isPrivate,
            mark: MockableMark(comments: Self.comments(before: node)), syntax: syntax, file: file,
            line: line)
    }

    /// The comments before the protocol, also those between its attributes, as one text.
    private static func comments(before node: ProtocolDeclSyntax) -> String {
        let tokens = node.tokens(viewMode: .sourceAccurate)
            .prefix { $0.position <= node.protocolKeyword.position }
        return tokens.flatMap { $0.leadingTrivia.filter(\.isComment) }
            .map { Trivia(pieces: [$0]).description.drop { $0 == "/" } + " " }.joined()
    }
}
