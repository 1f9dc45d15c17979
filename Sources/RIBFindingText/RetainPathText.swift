// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrace

/// A retain path, from its root down, with the suspect edge underlined.
package struct RetainPathText {
    let path: RetainPath
    /// The type of the object that is kept alive.
    let type: String
    /// The most edges to show; the rest are counted. The suspect edge is always shown.
    private let mostSteps: Int
    /// Whether another path comes first.
    private let isOther: Bool

    /// Creates the text of a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - type: The type of the object that is kept alive.
    ///   - mostSteps: The most edges to show; the rest are counted.
    ///   - isOther: Whether it is a further path, after the first.
    package init(
        path: RetainPath, type: String, mostSteps: Int = .max, isOther: Bool = false
    ) {
        self.isOther = isOther
        self.path = path
        self.type = type
        self.mostSteps = mostSteps
    }

    /// The lines for each holder of the object, the first one's first. Where there is little room,
    /// other holders have one line each.
    package var sections: [[TextLine]] {
        guard !path.otherHolders.isEmpty else { return [lines] }
        let left = moreHolders.map { [TextLine($0)] } ?? []
        let others = path.otherHolders.map {
            RetainPathText(path: $0, type: type, mostSteps: mostSteps, isOther: true)
        }
        guard mostSteps < .max else {
            return [lines] + others.map(\.lines) + (left.isEmpty ? [] : [left])
        }
        return [lines, others.map { TextLine($0.title) + TextLine(": ") + $0.suspectLine } + left]
    }

    /// Counts the holders that are not shown; nil when all are.
    package var moreHolders: String? {
        path.moreHolders > 0
            ? "also kept alive by \(Quantity.counted(path.moreHolders, "more holder"))" : nil
    }

    private var suspectLine: TextLine {
        (path.suspectStep ?? path.steps.last).map {
            Self.line(for: $0, after: "", isSuspect: false)
        } ?? TextLine()
    }

    /// The lines: what keeps it alive, one line for each edge, and notes.
    package var lines: [TextLine] {
        var lines = [TextLine(title)]
        let shown = shownSteps
        var omitted = 0
        for (index, step) in path.steps.enumerated() {
            if index == path.steps.count / 2 { omitted += path.omittedSteps }
            guard shown.contains(index) else {
                omitted += 1
                continue
            }
            if omitted > 0 { lines.append(TextLine("… \(omitted) more", .faint)) }
            omitted = 0
            let arrow = index == 0 ? "" : "↓ "
            lines.append(Self.line(for: step, after: arrow, isSuspect: index == path.suspect))
        }
        if omitted > 0 { lines.append(TextLine("… \(omitted) more", .faint)) }
        if !path.steps.isEmpty { lines.append(TextLine("↓ ") + TextLine(type, .strong)) }
        return lines + notes
    }

    /// The suspect edge, the first and the last, then those around the suspect.
    private var shownSteps: Set<Int> {
        let steps = path.steps.indices
        guard steps.count > mostSteps else { return Set(steps) }
        let suspect = path.suspect ?? 0
        let nearest = steps.sorted { abs($0 - suspect) < abs($1 - suspect) }
        return Set(([suspect, 0, steps.count - 1] + nearest).prefix(max(mostSteps, 3)))
    }

    /// From where the object is kept, such as `kept alive by a task`.
    package var title: String { isOther ? "also \(reason)" : reason }

    private var reason: String {
        switch path.reason {
        case .attachedRouter: "kept alive by an attached router"
        case .global: "kept alive by a global variable"
        case .task: "kept alive by a task"
        case .queue: "kept alive by a dispatch queue"
        case .thread: "kept alive by a thread"
        case .cycle: "keeps itself alive"
        case .unseen where !path.steps.isEmpty:
            "kept alive by \(path.steps[0].holder), which no root was found to reach"
        case .unseen:
            "kept alive from outside what can be seen: "
                + Quantity.counted(path.retainCount, "strong reference")
                + ", \(path.seenReferences) of them seen"
        }
    }

    /// Notes on the other results of the search.
    package var notes: [TextLine] {
        var notes: [TextLine] = []
        if path.dominatedCount > 0 {
            let objects = Quantity.counted(path.dominatedCount, "more object")
            notes.append(
                TextLine(
                    "it alone keeps \(objects) alive, \(Quantity.bytes(path.dominatedBytes)) in all",
                    .faint))
        }
        if path.isPartial {
            notes.append(
                TextLine(
                    "the search ran out of time (RIBLEAK_SEARCH_LIMIT): there may be more", .faint))
        }
        return notes
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
