// SPDX-License-Identifier: Apache-2.0

/// The line of a closure in the source, by the line of the call that it is passed to.
struct ClosureLine {
    private static let mostLines = 1_000

    /// The lines with braces that are not inside of others.
    private var opened: Set<Int> = []
    private var parentheses = 0
    private var braces = 0

    private var isOver: Bool { braces < 0 || braces == 0 && parentheses <= 0 }

    /// - Parameters:
    ///   - call: The line on which the call begins, counted from 1.
    ///   - isImplicit: True for a method reference, which has no braces.
    /// - Returns: Nil unless the call has closures on one line only. A method reference must be on
    ///   the line of the call.
    static func line(inCallAt call: Int, of text: String, isImplicit: Bool) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(call - 1) else { return nil }
        var scan = ClosureLine()
        for (index, line) in lines[(call - 1)...].prefix(mostLines).enumerated() {
            guard scan.read(line, number: call + index) else { return nil }
            guard scan.isOver else { continue }
            let next = lines.dropFirst(call + index).first.map(String.init) ?? ""
            // The label of a second trailing closure.
            guard !next.contains(/^\s*\w+: \{/) else { return nil }
            return isImplicit
                ? (index == 0 && scan.opened.isEmpty ? call : nil)
                : (scan.opened.count == 1 ? scan.opened.first : nil)
        }
        return nil
    }

    /// - Returns: False for text that this does not understand: long strings and comments, and
    ///   interpolations, which may have braces and quotes of their own.
    private mutating func read(_ line: Substring, number: Int) -> Bool {
        guard !line.contains("\"\"\""), !line.contains("/*"), !line.contains("#\"") else {
            return false
        }
        // Of the pattern `/"a"/`, nothing would leave a comment. A quote behind a backslash begins no
        // string: else each one before an interpolation would be tried.
        let written = line.replacing(/"(?:[^"\\]|\\[^(])*"|\\"/, with: " ")
        let code = written.firstRange(of: "//").map { written[..<$0.lowerBound] } ?? written
        // What is around the call may end.
        for character in code where braces >= 0 {
            switch character {
            case "(", "[": parentheses += braces == 0 ? 1 : 0
            case ")", "]": parentheses -= braces == 0 ? 1 : 0
            case "{":
                if braces == 0 { opened.insert(number) }
                braces += 1
            case "}": braces -= 1
            case "\"": return false
            default: break
            }
        }
        return true
    }
}
