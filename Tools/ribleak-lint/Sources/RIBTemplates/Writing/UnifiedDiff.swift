// SPDX-License-Identifier: Apache-2.0

/// The difference of two texts in the unified format of `diff -u`, as POSIX describes it.
enum UnifiedDiff {
    /// The lines around a change that are shown with it.
    private static let context = 3

    /// - Parameters:
    ///   - path: The file, as it is shown.
    ///   - old: Its text before; nil for a new file.
    ///   - new: Its text now.
    static func text(of path: String, from old: String?, to new: String) -> String {
        let lines = lines(from: split(old ?? ""), to: split(new))
        let head = "--- \(old == nil ? "/dev/null" : "a/\(path)")\n+++ b/\(path)\n"
        return head + hunks(of: lines).map { text(of: $0, in: lines) }.joined()
    }

    /// A space, a plus or a minus, and a line with its end, where it has one.
    private typealias Line = (sign: Character, text: Substring)

    /// Splits behind each line feed. A carriage return stays in its line.
    private static func split(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end =
                rest.utf8.firstIndex(of: 10).map { rest.utf8.index(after: $0) } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        return lines
    }

    private static func lines(from old: [Substring], to new: [Substring]) -> [Line] {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (lines, at): ([Line], (old: Int, new: Int)) = ([], (0, 0))
        while at.old < old.count || at.new < new.count {
            if removed.contains(at.old) {
                lines.append(("-", old[at.old]))
                at.old += 1
            } else if inserted.contains(at.new) {
                lines.append(("+", new[at.new]))
                at.new += 1
            } else {
                lines.append((" ", new[at.new]))
                at = (at.old + 1, at.new + 1)
            }
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
