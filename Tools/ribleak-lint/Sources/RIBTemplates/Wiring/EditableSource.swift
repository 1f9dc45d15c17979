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
