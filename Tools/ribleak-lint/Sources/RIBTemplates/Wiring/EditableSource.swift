// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A source file whose text may get additions. All else stays byte for byte.
struct EditableSource {
    /// As it is shown.
    let path: String
    let text: String
    let tree: SourceFileSyntax

    /// What ends its lines.
    let newline: String
    /// What indents by one level.
    let oneLevel: String
    private let converter: SourceLocationConverter

    init(_ text: String, path: String) {
        (self.text, self.path) = (text, path)
        tree = Parser.parse(source: text)
        converter = SourceLocationConverter(fileName: path, tree: tree)
        newline = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
        oneLevel = Self.indentation(of: text)
    }

    /// Where a node begins, as `FILE:LINE`.
    func place(of node: some SyntaxProtocol) -> String {
        "\(path):\(node.startLocation(converter: converter).line)"
    }

    func isFirstOnItsLine(_ node: some SyntaxProtocol) -> Bool {
        lineBefore(node.positionAfterSkippingLeadingTrivia).allSatisfy { $0 == 32 || $0 == 9 }
    }

    /// The spaces and tabs before the text of a node's first line.
    func indent(of node: some SyntaxProtocol) -> String {
        let bytes = lineBefore(node.positionAfterSkippingLeadingTrivia)
            .prefix { $0 == 32 || $0 == 9 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many bytes the line of a position has before it.
    func column(at position: AbsolutePosition) -> Int { lineBefore(position).count }

    /// Where the line of a position begins.
    func lineStart(at position: AbsolutePosition) -> AbsolutePosition {
        AbsolutePosition(utf8Offset: position.utf8Offset - column(at: position))
    }

    /// The bytes between the beginning of a line and a position in it.
    private func lineBefore(_ position: AbsolutePosition) -> ArraySlice<UInt8> {
        let before = Array(text.utf8.prefix(position.utf8Offset))
        return before[(before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...]
    }

    /// Lines of ours, written as this file's are: `indent` before each, four spaces as one level.
    func adapted(_ lines: String, indent: String) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let spaces = line.prefix { $0 == " " }.count
            guard spaces < line.count else { return "" }
            let levels = String(repeating: oneLevel, count: spaces / 4)
            return indent + levels + line.dropFirst(spaces / 4 * 4)
        }.joined(separator: newline)
    }

    /// A tab, or as many spaces as the first indented line has, when these are two or four.
    private static func indentation(of text: String) -> String {
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("\t") { return "\t" }
            let spaces = line.prefix { $0 == " " }.count
            if spaces == 2 || spaces == 4 { return String(repeating: " ", count: spaces) }
        }
        return "    "
    }

    // MARK: - Edits

    /// A piece of text in place of another, which may be empty.
    struct Edit {
        let path: String
        let range: Range<AbsolutePosition>
        let text: String
    }

    func insert(_ text: String, at position: AbsolutePosition) -> Edit {
        Edit(path: path, range: position..<position, text: text)
    }

    /// Puts a text in place of a node, without the spaces around that.
    func replace(_ node: some SyntaxProtocol, by text: String) -> Edit {
        Edit(path: path, range: node.trimmedRange, text: text)
    }

    /// The text with some edits.
    ///
    /// - Returns: Nil when they overlap, or when the result is not Swift.
    func applying(_ edits: [Edit]) -> String? {
        var (bytes, next) = (Array(text.utf8), tree.endPosition)
        // From the end on, so that places stay. Sorting leaves edits at one place in their order.
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }).reversed() {
            guard edit.range.upperBound <= next else { return nil }
            next = edit.range.lowerBound
            bytes.replaceSubrange(
                next.utf8Offset..<edit.range.upperBound.utf8Offset, with: edit.text.utf8)
        }
        let changed = String(decoding: bytes, as: UTF8.self)
        return Parser.parse(source: changed).hasError ? nil : changed
    }
}

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
