// SPDX-License-Identifier: Apache-2.0

/// The difference of two texts in the unified format of `diff -u`, as POSIX describes it.
package enum UnifiedDiff {
    /// The lines around a change that are shown with it.
    private static let context = 3

    /// - Parameters:
    ///   - path: The file, as it is shown.
    ///   - old: Its text before; nil for a new file.
    ///   - new: Its text now.
    package static func text(of path: String, from old: String?, to new: String) -> String {
        let lines = lines(from: split(old ?? ""), to: split(new))
        let head = "--- \(old == nil ? "/dev/null" : "a/\(path)")\n+++ b/\(path)\n"
        return head + hunks(of: lines).map { text(of: $0, in: lines) }.joined()
    }

    /// A space, a plus or a minus, and a line with its end, where it has one.
    private typealias Line = (sign: Character, text: String)

    /// Splits behind each line feed. A carriage return stays in its line.
    private static func split(_ text: String) -> [String] {
        let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        return lines.dropLast().map { $0 + "\n" } + lines.suffix(1).filter { !$0.isEmpty }
    }

    private static func lines(from old: [String], to new: [String]) -> [Line] {
        let changes = new.difference(from: old)
        var lines: [Line] = old.map { (" ", $0) }
        for case .remove(let offset, _, _) in changes { lines[offset].sign = "-" }
        // The offset counts the lines of the new text; those before it are there already.
        for case .insert(let offset, let line, _) in changes {
            let kept = lines.indices.lazy.filter { lines[$0].sign != "-" }.dropFirst(offset).first
            lines.insert(("+", line), at: kept ?? lines.count)
        }
        return lines
    }

    /// Changes that are near each other, with the lines around them.
    private static func hunks(of lines: [Line]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for index in lines.indices where lines[index].sign != " " {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func text(of hunk: Range<Int>, in lines: [Line]) -> String {
        func place(without sign: Character) -> String {
            let before = lines[..<hunk.lowerBound].count { $0.sign != sign }
            let count = lines[hunk].count { $0.sign != sign }
            // A side without lines is named by the line before it.
            return "\(before + (count > 0 ? 1 : 0)),\(count)"
        }
        let text = lines[hunk].map { sign, text in
            "\(sign)\(text)" + (text.utf8.last == 10 ? "" : "\n\\ No newline at end of file\n")
        }
        return "@@ -\(place(without: "+")) +\(place(without: "-")) @@\n" + text.joined()
    }
}
