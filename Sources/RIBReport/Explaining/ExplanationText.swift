// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

// Everything known about one finding, object or subscription, for people at a terminal.
extension TextLayout {
    /// A finding with whole stacks and all its victims, ending with a line break.
    package func text(for finding: Finding) -> String {
        text(
            finding.lines(.whole, width: width)
                + [
                    TextLine(),
                    TextLine("\(finding.kind.pageCommand)", .strong)
                        + TextLine("  shows the cause, an example and the fix", .faint),
                ])
    }

    /// An object or a subscription, ending with a line break.
    ///
    /// - Parameter isOfOnlyProcess: Whether the run has one process, so that ids need not name it.
    package func text(for story: Explanation.Story, isOfOnlyProcess: Bool = true) -> String {
        switch story {
        case .object(let story):
            text(story.lines(PrintedIDs(of: story.process, isOnly: isOfOnlyProcess), width: width))
        case .subscription(let story):
            text(story.lines(PrintedIDs(of: story.process, isOnly: isOfOnlyProcess)))
        }
    }

    /// What a kind of finding means: its cause, an example and the fix, ending with a line break.
    ///
    /// It is the page of the documentation, so that a report and the site say the same.
    package func text(for kind: FindingKind) -> String { text(kind.page(width: width)) }
}

extension FindingKind {
    /// The command that shows the page of this kind: its cause, an example and the fix.
    package var pageCommand: String { "ribleak explain \(rawValue)" }

    /// What a finding of this kind says, in one sentence: the first of its page.
    package var meaning: String { Self.meanings[rawValue] ?? "" }

    /// Cut out once, since each finding asks for its rule. A page begins with a title and the name.
    private static let meanings: [String: String] = FindingPages.texts.mapValues { page in
        let sentence = page.split(separator: "`: ", maxSplits: 1).last?.prefix { $0 != "." } ?? ""
        return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    }

    /// The columns of the page's own lines.
    private static let usualWidth = 100

    /// The page's lines, with bold headings and indented code. Where they do not fit, its paragraphs
    /// are broken anew.
    fileprivate func page(width: Int?) -> [TextLine] {
        let narrow = width.flatMap { $0 < Self.usualWidth ? $0 : nil }
        var isCode = false
        var paragraph: [Substring] = []
        var lines: [TextLine] = []
        func endParagraph() {
            let text = paragraph.joined(separator: " ")
            lines += text.wrapped(width: narrow ?? .max).map { TextLine($0) }
            paragraph = []
        }
        let page = FindingPages.texts[rawValue] ?? ""
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isFence = line.hasPrefix("```")
            if narrow != nil, !isCode, !isFence, let first = line.first,
                first.isLetter || "`*(".contains(first)
            {
                paragraph.append(line)
                continue
            }
            endParagraph()
            if isFence {
                isCode.toggle()
            } else if isCode {
                lines.append(TextLine(line.isEmpty ? "" : "    " + line, .place))
            } else if line.hasPrefix("#") {
                lines.append(TextLine(String(line.drop { $0 == "#" }.dropFirst()), .strong))
            } else {
                lines.append(TextLine(String(line)))
            }
        }
        endParagraph()
        return lines
    }
}

extension ObjectStory {
    func lines(_ ids: PrintedIDs, width: Int?) -> [TextLine] {
        let proseWidth = min(86, (width ?? .max) - TextLine.factIndent)
        let list = subscriptions.map(ids.subscription).joined(separator: ", ")
            .wrapped(width: proseWidth)
        let head = [
            TextLine("\(ids.object(id))  ", .faint) + TextLine(type, .strong)
                + TextLine(isDestroyed ? ", destroyed" : ", alive at the end"),
            process.line,
            TextLine(),
            TextLine.fact("kind", kindInWords),
            TextLine.fact("RIB path", TextLine(ribPath, .place)),
        ]
        return head + TextLine.facts("owned by", owners.map { TextLine.object($0, ids) })
            + TextLine.facts("owns", list.map { TextLine($0) }) + [TextLine()] + moveLines(ids)
            + TextLine.stack("made by", made) + TextLine.stack("last attached by", attached)
            + TextLine.stack(kind == .view ? "last left by" : "last detached by", detached)
    }

    private func moveLines(_ ids: PrintedIDs) -> [TextLine] {
        let times = moves.map { Quantity.seconds(nanoseconds: $0.time) }
        let width = times.map(\.count).max() ?? 0
        return zip(times, moves).map { time, move in
            TextLine("  " + String(repeating: " ", count: width - time.count) + time + "  ")
                + Self.line(for: move, ids)
        }
    }

    private static func line(for move: ObjectMove, _ ids: PrintedIDs) -> TextLine {
        if let other = move.other, let link = move.kind.link {
            return TextLine("\(move.kind.story) \(link) ") + TextLine.object(other, ids)
        }
        guard move.kind == .stillAlive else { return TextLine(move.kind.story) }
        let when =
            move.late == 0
            ? "when all was judged"
            : "\(Quantity.duration(nanoseconds: move.late)) after it should have gone"
        return TextLine("\(move.kind.story) \(when)")
    }

    private var kindInWords: String {
        switch kind {
        case .object: "tracked object"
        case .rib: "RIB without base classes"
        default: "\(kind)"
        }
    }
}

extension SubscriptionStory {
    func lines(_ ids: PrintedIDs) -> [TextLine] {
        let end = subscription.end?.word ?? "alive"
        let fired = subscription.firedWhileInactive
        return [
            TextLine("\(ids.subscription(subscription.id))  ", .faint)
                + TextLine(subscription.chain, .strong)
                + TextLine(", \(subscription.end == nil ? "alive at the end" : end)")
                + TextLine(fired ? ", fired while inactive" : "", .alarm),
            process.line,
            TextLine(),
        ] + ownership(ids) + [TextLine()] + life + TextLine.stack("subscribed by", made)
            + TextLine.stack("first value while inactive sent by", firing?.stack)
    }

    private func ownership(_ ids: PrintedIDs) -> [TextLine] {
        let owner = subscription.owner
        let path = owner.map { TextLine.fact("RIB path", TextLine($0.ribPath, .place)) }
        return [path].compactMap { $0 } + [
            TextLine.fact("owner", owner.map { TextLine.object($0, ids) } ?? TextLine("not known")),
            TextLine.fact("owner by", attribution), TextLine.fact("bound", confinement),
        ]
    }

    private var life: [TextLine] {
        let seconds = { Quantity.seconds(nanoseconds: $0) }
        let deliveries = subscription.deliveries
        let values = deliveries.map {
            "\($0.whileActive) while active, \($0.whileInactive) while inactive"
        }
        let inactive = firing.map { firing in
            let after = Quantity.duration(nanoseconds: firing.sinceDeactivation)
            let test = firing.test.map { ", in the test \($0)" } ?? ""
            return "first value \(after) after the deactivation\(test)"
        }
        let end = subscription.end?.word ?? "alive"
        let facts: [(name: String, value: String?)] = [
            ("made", "\(seconds(subscription.madeAt)) into the recording"),
            ("values", values ?? "unknown: the trace ends before it says so"),
            ("first", deliveries?.first.map(seconds)), ("last", deliveries?.last.map(seconds)),
            ("inactive", inactive),
            ("end", subscription.endedAt.map { "\(end) at \(seconds($0))" } ?? end),
        ]
        return facts.compactMap { name, value in value.map { TextLine.fact(name, $0) } }
    }

    private var attribution: String {
        let word = subscription.attribution.name
        return switch subscription.attribution {
        case .explicit: "\(word): the code that made it says so"
        case .current: "\(word): it was made while the owner's code ran"
        case .captured: "\(word): its closure captures the owner"
        case .kept: "\(word): the owner, or what it alone keeps, has the token"
        case .capturedWeakly: "\(word): its closure captures the owner, but not strongly"
        case .disputed:
            "\(word): its token, its closure and the code that made it do not agree on an owner"
        case .made:
            "\(word): the owner's own code made it, and there was no other of its kind"
        case .task: "\(word): the closure of the task that made it captures the owner"
        case .unowned: word
        }
    }

    private var confinement: String {
        let word = subscription.confinement.word
        return switch subscription.confinement {
        case .none: "by nothing known"
        case .silent: "\(word): delivers nothing while its owner is inactive"
        case .ending: "\(word): ends when its owner becomes inactive"
        }
    }
}

// The facts of an explanation, each after its name.
extension TextLine {
    private static let nameWidth = 12
    /// The columns before a fact.
    fileprivate static let factIndent = 2 + nameWidth

    fileprivate static func fact(_ name: String, _ value: TextLine) -> TextLine {
        let padding = String(repeating: " ", count: max(0, nameWidth - name.count))
        return TextLine("  \(name)\(padding)", .faint) + value
    }

    fileprivate static func fact(_ name: String, _ value: String) -> TextLine {
        fact(name, TextLine(value))
    }

    fileprivate static func object(
        _ owner: ListedSubscription.Owner, _ ids: PrintedIDs
    ) -> TextLine {
        TextLine(owner.type) + TextLine(", \(ids.object(owner.id)), at \(owner.ribPath)", .faint)
    }

    /// Several values, with the name only before the first.
    fileprivate static func facts(_ name: String, _ values: [TextLine]) -> [TextLine] {
        values.enumerated().map { fact($0 == 0 ? name : "", $1) }
    }

    /// A stack below its title; empty when none was recorded.
    fileprivate static func stack(_ title: String, _ stack: CallStack?) -> [TextLine] {
        guard let stack, !stack.frames.isEmpty else { return [] }
        return [TextLine(), TextLine(title)]
            + stack.wholeLines.map { TextLine("  ") + $0 }
    }
}
