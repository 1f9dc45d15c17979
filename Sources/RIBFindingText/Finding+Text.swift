// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension Finding {
    private static let proseWidth = 92
    private static let gutter = 5

    /// The finding as a tree of lines, from `┬───` to `╰→`, with its position in the report, such
    /// as `1 of 3`.
    package func lines(
        _ limits: TextLimits = .usual, position: String? = nil, width: Int? = nil
    ) -> [TextLine] {
        var lines = [
            TextLine("┬─── ") + TextLine(position.map { "\($0)  " } ?? "", .faint)
                + TextLine(kind.title, kind.isWarning ? .caution : .alarm) + TextLine(" at ")
                + TextLine(placeInTree, .strong)
        ]
        for section in sections(width, limits) {
            lines.append(TextLine("│"))
            for (index, line) in section.enumerated() {
                lines.append(TextLine(index == 0 ? "├─ " : "│    ") + line)
            }
        }
        lines.append(TextLine("│"))
        let explain = explainedBy.map { "  ribleak explain \($0)" } ?? ""
        lines.append(
            TextLine("╰→ ") + TextLine("fingerprint \(fingerprint.description)\(explain)", .faint))
        return lines
    }

    /// The lines without colours and with as many details as there is room for, in bytes with the
    /// line breaks; nil when even the fewest take more.
    package func lines(within bytes: Int) -> [String]? {
        TextLimits.tighter.lazy.map { TextLayout().lines(lines($0)) }
            .first { lines in lines.reduce(0) { $0 + $1.utf8.count + 1 } <= bytes }
    }

    private func sections(_ width: Int?, _ limits: TextLimits) -> [[TextLine]] {
        var sections = [what(limits)]
        if let retainPath {
            sections += retainPath.sections(to: type, mostSteps: limits.pathSteps)
        } else if let missingPath {
            sections.append([TextLine(missingPath, .faint)])
        }
        sections += titledStacks.compactMap { Self.stack($0.title, $0.stack, limits) }
            .prefix(limits.stacks)
        if let test { sections.append([TextLine("in the test \(test)")]) }
        if let leak = libraryLeak {
            let source = leak.isBuiltIn ? "which ribleak knows" : "from the project's settings"
            let text = "library leak \(leak.name), \(source): \(leak.sentence)"
            sections.append(text.wrapped(width: Self.proseWidth).map { TextLine($0, .caution) })
        } else if let hint {
            let columns = width.map { min(Self.proseWidth, $0 - Self.gutter) }
            sections.append(
                "hint: \(hint)".wrapped(width: columns ?? Self.proseWidth)
                    .map { TextLine($0, .caution) }
                    + (fixCommand.map { [TextLine("fix: ") + TextLine($0, .strong)] } ?? []))
        }
        if let foresightLine { sections.append([TextLine(foresightLine)]) }
        return sections
    }

    /// The stacks, each under its title. The most useful one comes first.
    package var titledStacks: [(title: String, stack: CallStack?)] {
        // The failure stands at this line, and so says why it does.
        let left = kind.detachVerb + (isPlacedAtDetach ? " here by" : " by")
        return [
            ("done by", stacks.violation), ("value sent by", stacks.firing),
            ("subscribed by", stacks.subscribe), (left, stacks.detach),
            (growth?.isOfClosures == true ? "written in" : "made by", stacks.allocation),
            // Other findings show it only in `explain`.
            ("attached by", isOfForgottenDetach ? stacks.attach : nil),
        ]
    }

    private func what(_ limits: TextLimits) -> [TextLine] {
        var lines = [TextLine(type, .strong) + TextLine(" \(complaint)")]
        if kind != .growingObjects, let growth {
            lines.append(TextLine(growth.complaint))
        }
        if case .grown(let before, _) = status.comparison {
            lines.append(TextLine("more often than in the baseline, which has \(before)"))
        }
        if let subscription {
            let through = kind.isAboutSubscription ? "through " : "still subscribed through "
            lines.append(TextLine(through) + TextLine(subscription.chain, .place))
            if let evidence = subscription.attribution?.evidence {
                lines.append(TextLine("that subscription is its own, since \(evidence)", .faint))
            }
        }
        for (index, victim) in victims.prefix(limits.victims).enumerated() {
            lines.append(
                TextLine(index == 0 ? "also keeps alive " : "                 ")
                    + TextLine(victim.type)
                    + TextLine(" at \(victim.ribPath)", .faint))
        }
        let left = victims.count - limits.victims
        if limits.victims > 0 {
            lines += TextLine.more(left, indent: "                 ")
        } else if left > 0 {
            let objects = Quantity.counted(left, "object")
            lines.append(TextLine("also keeps alive ") + TextLine(objects, .faint))
        }
        return lines
    }

    private static func stack(
        _ title: String, _ stack: CallStack?, _ limits: TextLimits
    ) -> [TextLine]? {
        guard let stack, !stack.frames.isEmpty else { return nil }
        return [TextLine(title)]
            + (limits.stackLines.map { stack.lines(atMost: $0) } ?? stack.wholeLines)
    }
}
