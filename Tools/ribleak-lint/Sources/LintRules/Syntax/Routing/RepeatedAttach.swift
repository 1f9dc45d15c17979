// SPDX-License-Identifier: Apache-2.0

import SourceModel
import SwiftSyntax

/// Finds calls that attach what a call before them on the same way attaches.
///
/// A statement that attaches a child is noted at the list of statements that it stands in, and at those
/// around it, as long as a way leads on from it. So each call is compared with the nearest one before
/// it only: what lies farther has the same between them, and more.
struct RepeatedAttach {
    private struct Place: Hashable {
        let list: SyntaxIdentifier
        let closure: SyntaxIdentifier?
        let child: AttachedObject
    }

    private struct Statement {
        let item: Syntax
        /// Whether only some ways through it attach the child.
        let isBranch: Bool
    }

    private var attached: [Place: [Statement]] = [:]
    private var lastExits: [SyntaxIdentifier: AbsolutePosition?] = [:]

    /// The calls, what they attach, and the code between the two.
    ///
    /// - Complexity: O(calls), for calls that stand equally deep.
    static func all(in file: CheckedFile) -> [(attach: ChildCall, child: String, between: [Syntax])]
    {
        var search = RepeatedAttach()
        return file.childCalls.filter { $0.kind == .attach }.compactMap { attach in
            guard let child = AttachedObject(attach.child),
                let earlier = search.attached(before: attach, child)
            else { return nil }
            let before = SurroundingCode(of: attach.call).before
            return (attach, child.name, before.filter { $0.position > earlier.position })
        }
    }

    /// The nearest statement that attaches the child before a call does, which is noted too.
    private mutating func attached(before attach: ChildCall, _ child: AttachedObject) -> Syntax? {
        let closure = attach.place.closure?.id
        let statements = Self.statements(around: attach.call)
        var earlier: Syntax?
        var goesOn = true
        for (depth, item) in statements.enumerated() {
            guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { break }
            let place = Place(list: list.id, closure: closure, child: child)
            // Two branches may exclude each other.
            earlier =
                earlier
                ?? attached[place]?.last {
                    $0.item.position < item.position && (depth == 0 || !$0.isBranch)
                }?.item
            if goesOn {
                attached[place, default: []].append(Statement(item: item, isBranch: depth > 0))
                goesOn = lastExit(in: list).map { $0 <= item.position } ?? true
            }
        }
        return earlier
    }

    private mutating func lastExit(in list: CodeBlockItemListSyntax) -> AbsolutePosition? {
        if let known = lastExits[list.id] { return known }
        let found = list.last(where: \.leaves)?.position
        lastExits[list.id] = .some(found)
        return found
    }

    /// The statements that a call is a part of, the innermost first.
    private static func statements(around call: FunctionCallExprSyntax) -> [Syntax] {
        var statements: [Syntax] = []
        var current = call.parent
        while let node = current, !node.is(MemberBlockSyntax.self) {
            if node.is(CodeBlockItemSyntax.self) { statements.append(node) }
            current = node.parent
        }
        return statements
    }
}
