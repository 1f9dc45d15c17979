// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// One finding as a tree of lines.
package struct FindingText {
    private static let proseWidth = 92
    private static let gutter = 5

    private let finding: Finding
    private let width: Int?
    private let isWhole: Bool
    /// How much to show if `isWhole` is false.
    private var limits = TextLimits.usual

    init(finding: Finding, limits: TextLimits) {
        self.init(finding: finding)
        self.limits = limits
    }

    /// Creates the text of a finding.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - width: The columns of the text in which the lines will stand; nil for no limit.
    ///   - isWhole: True to show whole stacks and lists.
    package init(finding: Finding, width: Int? = nil, isWhole: Bool = false) {
        self.finding = finding
        self.width = width
        self.isWhole = isWhole
    }

    /// The lines from `┬───` to `╰→`.
    ///
    /// - Parameter position: The finding's place in its report, such as `1 of 3`.
    package func lines(position: String? = nil) -> [TextLine] {
        var lines = [
            TextLine("┬─── ") + TextLine(position.map { "\($0)  " } ?? "", .faint)
                + TextLine(finding.kind.title, finding.kind.isWarning ? .caution : .alarm)
                + TextLine(" at ")
                + TextLine(finding.placeInTree, .strong)
        ]
        for section in sections {
            lines.append(TextLine("│"))
            for (index, line) in section.enumerated() {
                lines.append(TextLine(index == 0 ? "├─ " : "│    ") + line)
            }
        }
        lines.append(TextLine("│"))
        lines.append(
            TextLine("╰→ ")
                + TextLine("fingerprint \(finding.fingerprint.description)\(explain)", .faint))
        return lines
    }

    /// The lines without colours and with as many details as there is room for; nil when even the
    /// fewest take more.
    ///
    /// - Parameter bytes: The room in UTF-8, with a line break for each line.
    package static func lines(for finding: Finding, within bytes: Int) -> [String]? {
        TextLimits.tighter.lazy.map { limits in
            TextLayout().lines(FindingText(finding: finding, limits: limits).lines())
        }.first { lines in lines.reduce(0) { $0 + $1.utf8.count + 1 } <= bytes }
    }

    private var explain: String {
        finding.explainedBy.map { "  ribleak explain \($0)" } ?? ""
    }

    private var sections: [[TextLine]] {
        var sections = [what]
        if let path = finding.retainPath {
            sections +=
                RetainPathText(path: path, type: finding.type, mostSteps: limits.pathSteps).sections
        } else if let missing = finding.missingPath {
            sections.append([TextLine(missing, .faint)])
        }
        sections += titledStacks.compactMap { stack($0.title, $0.stack) }.prefix(limits.stacks)
        if let test = finding.test { sections.append([TextLine("in the test \(test)")]) }
        if let leak = finding.libraryLeak {
            let source = leak.isBuiltIn ? "which ribleak knows" : "from the project's settings"
            let text = "library leak \(leak.name), \(source): \(leak.sentence)"
            sections.append(
                text.wrapped(width: Self.proseWidth).map { TextLine($0, .caution) })
        } else if let hint = finding.hint {
            sections.append(
                "hint: \(hint)".wrapped(width: proseWidth).map { TextLine($0, .caution) })
        }
        if let foresight = finding.foresight { sections.append([TextLine(foresight.sentence)]) }
        return sections
    }

    /// The stacks, each under its title. The most useful one comes first.
    package var titledStacks: [(title: String, stack: CallStack?)] {
        let stacks = finding.stacks
        // The failure stands at this line, and so says why it does.
        let left = finding.kind.detachVerb + (finding.isPlacedAtDetach ? " here by" : " by")
        return [
            ("done by", stacks.violation), ("value sent by", stacks.firing),
            ("subscribed by", stacks.subscribe), (left, stacks.detach),
            (finding.growth?.isOfClosures == true ? "written in" : "made by", stacks.allocation),
            // Other findings show it only in `explain`.
            ("attached by", finding.isOfForgottenDetach ? stacks.attach : nil),
        ]
    }

    private var what: [TextLine] {
        var lines = [TextLine(finding.type, .strong) + TextLine(" \(finding.complaint)")]
        if finding.kind != .growingObjects, let growth = finding.growth {
            lines.append(TextLine(growth.complaint))
        }
        if case .grown(let before, _) = finding.status.comparison {
            lines.append(TextLine("more often than in the baseline, which has \(before)"))
        }
        if let facts = finding.subscription {
            let through =
                finding.kind.isAboutSubscription ? "through " : "still subscribed through "
            lines.append(TextLine(through) + TextLine(facts.chain, .place))
            if let evidence = facts.attribution?.evidence {
                lines.append(TextLine("that subscription is its own, since \(evidence)", .faint))
            }
        }
        let mostVictims = isWhole ? finding.victims.count : limits.victims
        for (index, victim) in finding.victims.prefix(mostVictims).enumerated() {
            lines.append(
                TextLine(index == 0 ? "also keeps alive " : "                 ")
                    + TextLine(victim.type)
                    + TextLine(" at \(victim.ribPath)", .faint))
        }
        let left = finding.victims.count - mostVictims
        if left > 0, mostVictims > 0 {
            lines.append(TextLine("                 … \(left) more", .faint))
        } else if left > 0 {
            let objects = Quantity.counted(left, "object")
            lines.append(TextLine("also keeps alive ") + TextLine(objects, .faint))
        }
        return lines
    }

    private var proseWidth: Int {
        width.map { min(Self.proseWidth, $0 - Self.gutter) } ?? Self.proseWidth
    }

    private func stack(_ title: String, _ stack: CallStack?) -> [TextLine]? {
        guard let stack, !stack.frames.isEmpty else { return nil }
        return [TextLine(title)]
            + (isWhole
                ? stack.wholeLines
                : stack.lines(atMost: limits.stackLines))
    }
}
