// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

extension RetainPath {
    /// The lines for each holder, the first one first. With little room, others have one line each.
    package func sections(to type: String, mostSteps: Int = .max) -> [[TextLine]] {
        let lines = lines(to: type, mostSteps: mostSteps)
        guard !otherHolders.isEmpty else { return [lines] }
        let left = moreHoldersText.map { [TextLine($0)] } ?? []
        guard mostSteps < .max else {
            return [lines] + otherHolders.map { $0.lines(to: type, isOther: true) }
                + (left.isEmpty ? [] : [left])
        }
        return [
            lines,
            otherHolders.map {
                let step = $0.suspectStep ?? $0.steps.last
                return TextLine($0.title(isOther: true)) + TextLine(": ")
                    + (step.map { Self.line(for: $0, after: "", isSuspect: false) } ?? TextLine())
            } + left,
        ]
    }

    /// Counts the holders that are not shown; nil when all are.
    package var moreHoldersText: String? {
        moreHolders > 0
            ? "also kept alive by \(Quantity.counted(moreHolders, "more holder"))" : nil
    }

    /// The path from its root down: why, a line for each edge with the suspect marked, and notes.
    /// Of too many edges, the rest are counted, never the suspect.
    package func lines(
        to type: String, mostSteps: Int = .max, isOther: Bool = false
    ) -> [TextLine] {
        var lines = [TextLine(title(isOther: isOther))]
        let shown = shownSteps(mostSteps)
        var omitted = 0
        for (index, step) in steps.enumerated() {
            if index == steps.count / 2 { omitted += omittedSteps }
            guard shown.contains(index) else {
                omitted += 1
                continue
            }
            lines += TextLine.more(omitted)
            omitted = 0
            let arrow = index == 0 ? "" : "↓ "
            lines.append(Self.line(for: step, after: arrow, isSuspect: index == suspect))
        }
        lines += TextLine.more(omitted)
        if !steps.isEmpty { lines.append(TextLine("↓ ") + TextLine(type, .strong)) }
        return lines + notes
    }

    /// The suspect edge, the first and the last, then those around the suspect.
    private func shownSteps(_ most: Int) -> Set<Int> {
        let indices = steps.indices
        guard indices.count > most else { return Set(indices) }
        let suspect = suspect ?? 0
        let nearest = indices.sorted { abs($0 - suspect) < abs($1 - suspect) }
        return Set(([suspect, 0, indices.count - 1] + nearest).prefix(max(most, 3)))
    }

    /// From where the object is kept, such as `kept alive by a task`.
    package func title(isOther: Bool = false) -> String {
        isOther ? "also \(reasonInWords)" : reasonInWords
    }

    private var reasonInWords: String {
        switch reason {
        case .attachedRouter: "kept alive by an attached router"
        case .global: "kept alive by a global variable"
        case .task: "kept alive by a task"
        case .queue: "kept alive by a dispatch queue"
        case .thread: "kept alive by a thread"
        case .cycle: "keeps itself alive"
        case .unseen where !steps.isEmpty:
            "kept alive by \(steps[0].holder), which no root was found to reach"
        case .unseen:
            "kept alive from outside what can be seen: "
                + Quantity.counted(retainCount, "strong reference")
                + ", \(seenReferences) of them seen"
        }
    }

    /// Notes on the other results of the search.
    package var notes: [TextLine] {
        let objects = Quantity.counted(dominatedCount, "more object")
        let notes = [
            dominatedCount > 0
                ? "it alone keeps \(objects) alive, \(Quantity.bytes(dominatedBytes)) in all" : nil,
            isPartial
                ? "the search ran out of time (RIBLEAK_SEARCH_LIMIT): there may be more" : nil,
        ]
        return notes.compactMap(\.self).map { TextLine($0, .faint) }
    }

    private static func line(
        for step: RetainPathStep, after arrow: String, isSuspect: Bool
    ) -> TextLine {
        let (holder, label) = (step.holder, step.joinedLabel)
        let place = step.placeText.map { TextLine(" at ") + TextLine($0, .place) }
        // The optimizer keeps the names of some closures and not their lines.
        let lacksLine = !(step.isInferred || step.isOfLibrary || step.isOneOfSeveral)
        let unknown = TextLine(lacksLine ? " (line unknown)" : "", .faint)
        let isHolder = isSuspect && label.isEmpty
        let edge = isSuspect ? marked(label) : TextLine(label, .strong)
        // A closure is at its place, and so is what it captures. A property has its declaration's.
        let rest =
            step.holderKind == .closure
            ? (place ?? unknown) + edge : edge + (place ?? TextLine())
        return TextLine(arrow) + (isHolder ? TextLine(holder).marked : TextLine(holder)) + rest
            + TextLine(step.isInferred ? " (inferred)" : "", .faint)
    }

    /// The label with its name marked, without the point or blank before it.
    private static func marked(_ label: String) -> TextLine {
        let name = label.trimmingPrefix { ". ".contains($0) }
        return TextLine(String(label.dropLast(name.count)), .strong)
            + TextLine(String(name), .strong).marked
    }
}
