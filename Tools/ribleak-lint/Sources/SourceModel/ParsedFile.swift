// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A source file as a syntax tree.
package struct ParsedFile {
    /// The path, as it is shown.
    package let path: String
    package let tree: SourceFileSyntax
    package let lines: Int
    /// The modules that the file imports, such as `RxSwift`.
    package let imports: Set<String>

    private let converter: SourceLocationConverter

    /// Parses a text. What is not Swift is skipped by the parser; see `isDamaged`.
    package init(_ text: String, path: String) {
        self.path = path
        tree = Parser.parse(source: text)
        converter = SourceLocationConverter(fileName: path, tree: tree)
        lines = text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        imports = Set(
            tree.statements.compactMap {
                $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text
            })
    }

    /// Reads and parses a file.
    package init(readingFrom path: String) throws(SourceError) {
        self.init(try SourceText(of: path).text, path: path)
    }

    /// Whether it imports RIBs, or a module that stands for it.
    package var importsRIBs: Bool { imports.contains(where: Self.isRIBs) }

    /// Whether a module is RIBs, a port of it such as ModernRIBs, or an app's own around it such as
    /// `CoreRibs`. `Cribs` is not.
    package static func isRIBs(_ module: String) -> Bool {
        let (start, end) = (module.dropLast(4), module.suffix(4))
        return end.lowercased() == "ribs" && (end.first == "R" || start.last?.isLetter != true)
    }

    /// Whether it belongs to tests, whose objects end with a test.
    package var isTest: Bool {
        !imports.isDisjoint(with: ["XCTest", "Testing", "RxTest", "Quick", "Nimble"])
            || tree.statements.contains {
                $0.item.as(ImportDeclSyntax.self)?.attributes.contains {
                    $0.as(AttributeSyntax.self)?.attributeName.name == "testable"
                } ?? false
            }
    }

    /// Whether parts of the text were skipped because they are not Swift.
    package var isDamaged: Bool { tree.hasError }

    /// Where a node begins, without the comments and spaces before it: both from 1, the column in UTF-8
    /// bytes, as compilers count.
    package func place(of node: some SyntaxProtocol) -> (line: Int, column: Int) {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return (location.line, location.column)
    }
}
