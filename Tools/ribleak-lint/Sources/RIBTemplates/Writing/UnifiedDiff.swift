// SPDX-License-Identifier: Apache-2.0

/// The difference of two texts in the unified format of `diff -u`, as POSIX describes it.
struct UnifiedDiff {
    let path: String
    let text: String

    /// The lines around a change that are shown with it.
    private static let context = 3

    /// - Parameters:
    ///   - path: The file, as it is shown.
    ///   - old: Its text before; nil for a new file.
    ///   - new: Its text now.
    init(path: String, from old: String?, to new: String) {
        self.path = path
        let lines = Self.lines(from: Self.split(old ?? ""), to: Self.split(new))
        let head = "--- \(old == nil ? "/dev/null" : "a/\(path)")\n+++ b/\(path)\n"
        text = head + Self.hunks(of: lines).map(Self.text).joined()
    }

    private struct Line {
        /// A space, a plus or a minus.
        let sign: Character
        /// With its end, where it has one.
        let text: Substring
        /// The lines of each text before it.
        let before: (old: Int, new: Int)
    }

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
        let difference = new.difference(from: old)
        let removed = Set(
            difference.removals.map {
                if case .remove(let offset, _, _) = $0 { offset } else { -1 }
            })
        let inserted = Set(
            difference.insertions.map {
                if case .insert(let offset, _, _) = $0 { offset } else { -1 }
            })
        var (lines, at): ([Line], (old: Int, new: Int)) = ([], (0, 0))
        while at.old < old.count || at.new < new.count {
            if removed.contains(at.old) {
                lines.append(Line(sign: "-", text: old[at.old], before: at))
                at.old += 1
            } else if inserted.contains(at.new) {
                lines.append(Line(sign: "+", text: new[at.new], before: at))
                at.new += 1
            } else {
                lines.append(Line(sign: " ", text: new[at.new], before: at))
                at = (at.old + 1, at.new + 1)
            }
        }
        return lines
    }

    /// Changes that are near each other, with the lines around them.
    private static func hunks(of lines: [Line]) -> [ArraySlice<Line>] {
        var ranges: [Range<Int>] = []
        for index in lines.indices where lines[index].sign != " " {
            let range = max(0, index - context)..<min(lines.count, index + context + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges.map { lines[$0] }
    }

    private static func text(of hunk: ArraySlice<Line>) -> String {
        guard let start = hunk.first?.before else { return "" }
        let (old, new) = (hunk.count { $0.sign != "+" }, hunk.count { $0.sign != "-" })
        // A side without lines is named by the line before it.
        let head =
            "@@ -\(start.old + (old > 0 ? 1 : 0)),\(old) +\(start.new + (new > 0 ? 1 : 0)),\(new) @@\n"
        return head
            + hunk.map { line in
                let isWhole = line.text.utf8.last == 10
                return "\(line.sign)\(line.text)"
                    + (isWhole ? "" : "\n\\ No newline at end of file\n")
            }.joined()
    }
}
