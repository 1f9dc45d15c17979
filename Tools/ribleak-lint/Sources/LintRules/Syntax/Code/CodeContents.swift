// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Where a piece of code names something.
struct References {
    let nodes: [DeclReferenceExprSyntax]

    init(to name: String, in code: some SyntaxProtocol) {
        let finder = Finder(name)
        finder.walk(code)
        nodes = finder.nodes
    }

    private final class Finder: SyntaxVisitor {
        var nodes: [DeclReferenceExprSyntax] = []
        private let name: String

        init(_ name: String) {
            self.name = name
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            if node.baseName.text == name { nodes.append(node) }
            return .skipChildren
        }
    }
}

/// The calls of a piece of code.
final class Calls: SyntaxVisitor {
    private(set) var found: [FunctionCallExprSyntax] = []

    init(in code: some SyntaxProtocol) {
        super.init(viewMode: .sourceAccurate)
        walk(code)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        found.append(node)
        return .visitChildren
    }
}
