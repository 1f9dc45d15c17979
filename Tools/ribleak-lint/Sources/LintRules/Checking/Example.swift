// SPDX-License-Identifier: Apache-2.0

/// A source that shows a rule.
package struct Example: Sendable {
    /// The stream library that the source is written for.
    package enum Flavour: String, Sendable {
        /// Has no streams, and compiles with both.
        case any
        case combine
        case rx
    }

    /// The source; `↓` stands before what breaks the rule.
    package let text: String
    package let flavour: Flavour
    /// The source as `--fix` leaves it; nil when nothing is mended.
    package internal(set) var fixed: String?

    /// The examples below a heading of a Markdown text: its blocks of code, of which those behind
    /// "With `--fix`" are what becomes of the ones before.
    static func all(in markdown: [UInt8], below heading: String) -> [Example] {
        var examples: [Example] = []
        var isBelow = false
        var isFixed = false
        var block: (flavour: String, lines: [Substring])?
        for line in String(decoding: markdown, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            if let open = block {
                guard line == "```" else {
                    block?.lines.append(line)
                    continue
                }
                block = nil
                let text = open.lines.joined(separator: "\n")
                if isFixed, isBelow {
                    examples[examples.count - 1].fixed = text
                } else if isBelow {
                    examples.append(
                        Example(text: text, flavour: Flavour(rawValue: open.flavour) ?? .any))
                }
                isFixed = false
            } else if line.hasPrefix("```swift") {
                block = (line.dropFirst("```swift ".count).description, [])
            } else if line.hasPrefix("## ") {
                isBelow = line.hasPrefix(heading)
            } else if line.hasPrefix("With `--fix`") {
                isFixed = true
            }
        }
        return examples
    }
}
