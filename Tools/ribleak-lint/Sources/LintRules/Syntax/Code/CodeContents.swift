// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

extension SyntaxProtocol {
    /// Where a piece of code names something, members of other things too.
    func references(to name: String) -> [DeclReferenceExprSyntax] {
        nodes(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }
    }

    /// The calls of a piece of code.
    var calls: [FunctionCallExprSyntax] { nodes(FunctionCallExprSyntax.self) }
}
