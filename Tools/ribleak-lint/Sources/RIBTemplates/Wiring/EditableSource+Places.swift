// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Additions at the usual places.
extension EditableSource {
    /// The longest line that an addition makes.
    private static let width = 100

    /// Adds lines at the end of a type's body, each of which is indented by one level.
    func append(_ lines: String, to body: MemberBlockSyntax, of type: some SyntaxProtocol) -> Edit {
        let brace = body.rightBrace
        let place = brace.positionAfterSkippingLeadingTrivia
        let (outer, text) = (indent(of: type), adapted(lines, indent: indent(of: type) + oneLevel))
        return isFirstOnItsLine(brace)
            ? insert(text + newline, at: lineStart(at: place))
            : insert(newline + text + newline + outer, at: place)
    }

    /// Adds lines at the beginning of a type's body, before its first member.
    func prepend(_ lines: String, to body: MemberBlockSyntax, of type: some SyntaxProtocol) -> Edit
    {
        guard let first = body.members.first else { return append(lines, to: body, of: type) }
        let text = newline + adapted(lines, indent: indent(of: type) + oneLevel)
        let space = Trivia(pieces: first.leadingTrivia.prefix { $0.isWhitespace }).description
        let isOpen = space.count { $0.isNewline } > 1
        let place = body.leftBrace.endPositionBeforeTrailingTrivia
        return insert(isOpen ? text : text + newline, at: place)
    }

    /// Adds lines below a member.
    func insert(_ lines: String, below member: some SyntaxProtocol, afterBlank: Bool) -> Edit {
        let text =
            newline + (afterBlank ? newline : "") + adapted(lines, indent: indent(of: member))
        return insert(text, at: member.endPositionBeforeTrailingTrivia)
    }

    /// Adds a type to those that a type inherits from.
    func inherit(_ name: String, in clause: InheritanceClauseSyntax?) -> [Edit]? {
        guard let last = clause?.inheritedTypes.last else { return nil }
        let end = last.endPositionBeforeTrailingTrivia
        if isFirstOnItsLine(last) {
            return [insert(",\(newline)\(indent(of: last))\(name)", at: end)]
        }
        // A line that is longer already is of a team that does not break lines there.
        let column = column(at: end)
        let fits = column > Self.width || column + name.utf8.count + 4 <= Self.width
        let separator = fits ? ", " : "," + newline + indent(of: last) + oneLevel
        return [insert(separator + name, at: end)]
    }

    /// Adds an element to a list in parentheses.
    ///
    /// - Parameters:
    ///   - last: The last element so far.
    ///   - opening: The parenthesis before the list.
    ///   - closing: The one behind it.
    ///   - closesOnOwnLine: Whether `closing` goes to a line of its own when the list does not fit
    ///     into one.
    func add(
        _ element: String, after last: some SyntaxProtocol, in opening: TokenSyntax,
        _ closing: TokenSyntax, closesOnOwnLine: Bool
    ) -> [Edit] {
        let end = last.endPositionBeforeTrailingTrivia
        let onNextLine = insert(",\(newline)\(indent(of: last))\(element)", at: end)
        if isFirstOnItsLine(last) { return [onNextLine] }
        // Behind the list of a function, its body may begin.
        let length = column(at: end) + element.utf8.count + 2 + (closesOnOwnLine ? 3 : 1)
        if length <= Self.width { return [insert(", \(element)", at: end)] }
        guard lineStart(at: end) == lineStart(at: opening.positionAfterSkippingLeadingTrivia) else {
            return [onNextLine]
        }
        let outer = newline + indent(of: opening)
        let inner = outer + oneLevel
        let list = end.utf8Offset - opening.endPosition.utf8Offset
        let fits = indent(of: opening).utf8.count + 4 + list + 2 + element.utf8.count < Self.width
        let close = insert(outer, at: closing.positionAfterSkippingLeadingTrivia)
        return [
            insert(inner, at: opening.endPosition),
            insert((fits ? ", " : "," + inner) + element, at: end),
        ] + (closesOnOwnLine ? [close] : [])
    }
}
