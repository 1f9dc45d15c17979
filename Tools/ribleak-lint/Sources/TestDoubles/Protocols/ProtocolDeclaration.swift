// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A protocol of the sources.
///
/// It keeps a small tree of its own text, so that the tree of its file can go.
struct ProtocolDeclaration: Sendable {
    let name: String
    /// The types around it, outermost first.
    let scope: [String]
    /// The condition of the `#if` around it.
    let condition: String?
    /// `public`, `package`, or nothing for `internal`.
    let access: String
    /// Whether no other file can see it.
    let isPrivate: Bool
    let mark: MockableMark?
    /// Whether parts of it are not Swift.
    let isDamaged: Bool
    let syntax: ProtocolDeclSyntax
    let file: String
    let line: Int

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
        let ofSelf =
            syntax.genericWhereClause?.requirements.compactMap { requirement -> TypeSyntax? in
                guard case .conformanceRequirement(let conformance) = requirement.requirement,
                    conformance.leftType.spelling == "Self"
                else { return nil }
                return conformance.rightType
            } ?? []
        return (inherited + ofSelf).flatMap(\.composed).map(\.spelling)
    }

    /// The types that are named in it, without its own parameters, and the module of its mark.
    var namedTypes: Set<String> {
        var (used, own): (Set<String>, Set<String>) = ([], [])
        for token in syntax.tokens(viewMode: .sourceAccurate) {
            guard let parent = token.parent else { continue }
            if parent.is(IdentifierTypeSyntax.self) { used.insert(token.text) }
            let isParameter =
                parent.is(GenericParameterSyntax.self) || parent.is(AssociatedTypeDeclSyntax.self)
            if isParameter { own.insert(token.text) }
        }
        return used.subtracting(own).union(mark?.namedTypes ?? [])
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
        let modifiers = Set(node.modifiers.map(\.name.text))
        self.init(
            name: node.name.text, scope: scope, condition: condition,
            access: ["public", "package"].first(where: modifiers.contains) ?? "",
            isPrivate: isPrivate || node.modifiers.isPrivate,
            mark: MockableMark(comments: Self.comments(before: node)),
            isDamaged: node.hasError, syntax: syntax, file: file, line: line)
    }

    /// The comments before the protocol, also those between its attributes, as one text.
    private static func comments(before node: ProtocolDeclSyntax) -> String {
        let tokens = node.tokens(viewMode: .sourceAccurate)
            .prefix { $0.position <= node.protocolKeyword.position }
        return tokens.flatMap { $0.leadingTrivia.pieces.filter(\.isComment) }.map { piece in
            var text = ""
            piece.write(to: &text)
            return text.drop { $0 == "/" } + " "
        }.joined()
    }
}
