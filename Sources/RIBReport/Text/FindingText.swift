import RIBAnalysis
import RIBTrees

/// One finding as a tree of lines.
struct FindingText {
    static let mostVictims = 10
    private static let proseWidth = 92

    let finding: Finding
    /// True to shorten neither stacks nor lists.
    var isWhole = false

    /// The lines from `┬───` to `╰→`.
    ///
    /// - Parameter position: The finding's place in its report, such as `1 of 3`.
    func lines(position: String? = nil) -> [TextLine] {
        var lines = [
            TextLine("┬─── ") + TextLine(position.map { "\($0)  " } ?? "", .faint)
                + TextLine(finding.kind.title, finding.kind.isWarning ? .caution : .alarm)
                + TextLine(" at ")
                + TextLine(finding.ribPath.isEmpty ? "an unknown place" : finding.ribPath, .strong)
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

    private var explain: String {
        finding.explainedBy.map { "  ribleak explain \($0)" } ?? ""
    }

    private var sections: [[TextLine]] {
        var sections = [what]
        if let path = finding.retainPath {
            sections.append(RetainPathText(path: path, type: finding.type).lines)
        }
        sections += titledStacks.compactMap { stack($0.title, $0.stack) }
        if let test = finding.test { sections.append([TextLine("in the test \(test)")]) }
        if let hint = finding.hint {
            sections.append(
                Prose.wrapped("hint: \(hint)", width: Self.proseWidth).map {
                    TextLine($0, .caution)
                })
        }
        return sections
    }

    /// The stacks, each under what it says; the one that says what to do comes first.
    var titledStacks: [(title: String, stack: CallStack?)] {
        let stacks = finding.stacks
        let left = finding.kind == .viewGoneStillAttached ? "left by" : "detached by"
        return [
            ("done by", stacks.violation), ("value sent by", stacks.firing),
            ("subscribed by", stacks.subscribe), (left, stacks.detach),
            ("made by", stacks.allocation),
        ]
    }

    private var what: [TextLine] {
        var lines = [TextLine(finding.type, .strong) + TextLine(" \(complaint)")]
        if let facts = finding.subscription {
            let through =
                finding.kind.isAboutSubscription ? "through " : "still subscribed through "
            lines.append(TextLine(through) + TextLine(facts.chain, .place))
        }
        let mostVictims = isWhole ? finding.victims.count : Self.mostVictims
        for (index, victim) in finding.victims.prefix(mostVictims).enumerated() {
            lines.append(
                TextLine(index == 0 ? "drags along " : "            ") + TextLine(victim.type)
                    + TextLine(" at \(victim.ribPath)", .faint))
        }
        let left = finding.victims.count - mostVictims
        if left > 0 { lines.append(TextLine("            … \(left) more", .faint)) }
        return lines
    }

    /// What is wrong with the culprit, after its name.
    var complaint: String {
        let often = finding.count > 1 ? " (\(finding.count) of them)" : ""
        switch finding.kind {
        case .firedWhileInactive, .outlivedInteractor, .subscribedWhileInactive,
            .accumulatingSubscriptions:
            return finding.subscription?.complaint(about: finding.kind, count: finding.count)
                ?? "has a subscription that it should not have\(often)"
        case .lifecycleViolation:
            let times = finding.count > 1 ? " (\(finding.count) times)" : ""
            return (finding.violation?.complaint ?? "broke the lifecycle") + times
        case .neverAttached:
            return "was built but never attached\(often)"
        case .viewGoneStillAttached:
            return "is still attached, though its view left the screen\(often)"
        case .lateDeallocation:
            guard let late = finding.late else { return "was freed late\(often)" }
            let most = late.isUpperBound ? "at most " : ""
            let after = Quantity.duration(nanoseconds: late.freedAfter)
            let by = Quantity.duration(nanoseconds: late.late)
            return "was freed \(most)\(after) after it was let go, \(most)\(by) late"
                + (finding.count > 1 ? " (the latest of \(finding.count))" : "")
        default:
            return "is still alive\(often)"
        }
    }

    private func stack(_ title: String, _ stack: CallStack?) -> [TextLine]? {
        guard let stack, !stack.frames.isEmpty else { return nil }
        return [TextLine(title)]
            + (isWhole ? WholeStackText.lines(for: stack) : StackText.lines(for: stack))
    }
}
