// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Something that sources must not do. One rule, one file, below Rules.
package protocol Rule: Sendable {
    /// What the rule is about, with its examples.
    static var description: RuleDescription { get }

    /// Reports what breaks the rule in a file.
    static func check(_ file: CheckedFile) -> [Violation]
}

/// What people read of a rule. The examples are its documentation and its tests.
package struct RuleDescription: Sendable {
    /// The name in settings and comments, such as `strong-listener`.
    package let id: String
    package let severity: Severity
    /// What it says, in one sentence.
    package let summary: String
    /// Why that is a mistake.
    package let reason: String
    /// What to do instead.
    package let fix: String
    /// Its file below Examples.
    let examples: [UInt8]

    /// Sources that keep to the rule.
    package var good: [Example] { Example.all(in: examples, below: "## Right") }

    /// Sources that break it at each `↓`.
    package var bad: [Example] { Example.all(in: examples, below: "## Wrong") }
}

/// How bad it is when a rule is broken.
public enum Severity: String, Codable, Sendable {
    /// It leaks, or fires while inactive.
    case error
    /// It may, once something else changes.
    case warning
    /// Nothing lives longer for it today. Not shown unless asked for.
    case note
}

/// A place that breaks a rule.
package struct Violation {
    /// The node to point at.
    package let node: Syntax
    /// What is wrong here, in one sentence.
    package let message: String
    /// What to do here; nil for what the rule says.
    package let fix: String?
    /// What it is about within its member: a property, or what is called.
    package let subject: String
    /// How bad it is here; nil for what the rule says.
    package internal(set) var severity: Severity?
    /// The one change that mends it, if that cannot change what the code means otherwise.
    package let edit: SourceEdit?

    package init(
        at node: some SyntaxProtocol, _ message: String, fix: String? = nil, subject: String,
        severity: Severity? = nil, edit: SourceEdit? = nil
    ) {
        self.node = Syntax(node)
        (self.message, self.fix, self.subject) = (message, fix, subject)
        (self.severity, self.edit) = (severity, edit)
    }
}

extension [Violation] {
    /// One violation a node.
    var uniqueByPlace: [Violation] {
        var seen: Set<SyntaxIdentifier> = []
        return filter { seen.insert($0.node.id).inserted }
    }
}

/// Replaces a part of a source.
package struct SourceEdit: Equatable, Sendable {
    /// The part, in UTF-8 bytes from the beginning.
    package let range: Range<Int>
    package let text: String

    /// Inserts a text before a node.
    package init(inserting text: String, before node: some SyntaxProtocol) {
        let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
        (range, self.text) = (offset..<offset, text)
    }

    /// Inserts a text behind a node, before the spaces and comments that follow.
    package init(inserting text: String, after node: some SyntaxProtocol) {
        let offset = node.endPositionBeforeTrailingTrivia.utf8Offset
        (range, self.text) = (offset..<offset, text)
    }

    /// Replaces a range of UTF-8 bytes.
    package init(replacing range: Range<Int>, with text: String) {
        (self.range, self.text) = (range, text)
    }
}

/// The rules, by name.
package enum Rules {
    /// All rules that look at sources; `UnusedIgnore` looks at comments.
    package static let all: [any Rule.Type] = [
        BuilderKeepsProduct.self,
        BusinessLogicOutsideActivity.self,
        ChildNotReleased.self,
        ComponentCycle.self,
        ForceUnwrapInWiring.self,
        KeptByOther.self,
        MissingSuper.self,
        StrongListener.self,
        StrongSelfInStoredClosure.self,
        SubscriptionInInit.self,
        SubscriptionOutlivesActivity.self,
        TimerOrObserverKept.self,
        UnbalancedAttach.self,
        UndisposedSubscription.self,
        ViewOffMain.self,
        WorkerWithoutInteractor.self,
    ]

    /// What people read of all rules, sorted by their names.
    package static var descriptions: [RuleDescription] {
        (all.map { $0.description } + [UnusedIgnore.description]).sorted { $0.id < $1.id }
    }
}

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
    /// "With `--fix`" are what becomes of the ones before; "`--fix` changes nothing" says that they stay.
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
            } else if line.hasPrefix("`--fix` changes nothing") {
                examples[examples.count - 1].fixed = examples.last?.text.filter { $0 != "↓" }
            } else if line.hasPrefix("With `--fix`") {
                isFixed = true
            }
        }
        return examples
    }
}
