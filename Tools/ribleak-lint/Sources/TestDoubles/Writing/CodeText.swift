// SPDX-License-Identifier: Apache-2.0

/// Lines of Swift with their indentation.
struct CodeText {
    private(set) var lines: [String] = []
    private var depth = 0

    var text: String { lines.joined(separator: "\n") }

    /// Adds a line at the current depth.
    mutating func line(_ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// Adds lines in braces after a head.
    mutating func block(_ head: String, _ body: (inout CodeText) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Adds lines in braces after a head, and others after `else`.
    mutating func block(
        _ head: String, _ body: (inout CodeText) -> Void, otherwise: (inout CodeText) -> Void
    ) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("} else {")
        depth += 1
        otherwise(&self)
        depth -= 1
        line("}")
    }

    /// Adds lines that are only compiled under a condition, if there is one.
    mutating func under(_ condition: String?, _ body: (inout CodeText) -> Void) {
        guard let condition else {
            body(&self)
            return
        }
        lines.append("#if " + condition)
        body(&self)
        lines.append("#endif")
    }
}
