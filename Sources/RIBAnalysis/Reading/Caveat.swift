// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The reason why something could not be determined.
public enum CaveatKind: CaseIterable, Sendable {
    case streamCutShort
    case streamDamaged
    case eventsDropped
    case neverSettled
    case objectsUnjudged
    case nothingRecorded
    case stacksTurnedOff
    case libunwindMissing
    case binaryGone
    case binaryRebuilt
    case binaryUnreadable
    case symbolizerMissing
    case symbolizerFailed

    /// Whether a run without findings may still have leaked. If false, findings only have less
    /// detail.
    public var isDoubt: Bool {
        [
            .streamCutShort, .streamDamaged, .eventsDropped, .neverSettled, .objectsUnjudged,
            .nothingRecorded,
        ].contains(self)
    }
}

/// Something that could not be determined about a run.
public struct Caveat: Equatable, Sendable {
    /// What is not shown.
    public let kind: CaveatKind
    /// What could not be determined and why, in one line.
    public let text: String
    /// Whether functions of the project have no names. Then findings cannot be compared with other
    /// runs, and findings that need a name are missing.
    package let hidesProject: Bool

    package init(_ kind: CaveatKind, _ text: String, hidesProject: Bool = false) {
        (self.kind, self.text, self.hidesProject) = (kind, text, hidesProject)
    }
}

extension AnalyzedProcess {
    /// What the trace does not show, and why, for the head of a report: doubts first.
    ///
    /// - Parameters:
    ///   - isOver: Whether the process ended: one that runs may still settle, or make a RIB.
    ///   - isOwn: Whether it is this process, which is judged as it is.
    func caveats(
        _ endings: [(stream: String, ending: StreamEnding)], isOver: Bool, isOwn: Bool
    ) -> [Caveat] {
        let others = [
            drops, isOver ? missingJudgement : nil, isOver || isOwn ? emptiness : nil,
            missingStacks,
        ]
        return endings.compactMap { damage(to: $0, $1) } + others.compactMap(\.self)
    }

    private var process: String { "\(metadata.processName) (pid \(metadata.processID))" }

    private func damage(to stream: String, _ ending: StreamEnding) -> Caveat? {
        guard let problem = ending.problem else { return nil }
        let what = "\(facts.trace)/\(stream) \(problem)"
        return ending == .cutShort
            ? Caveat(.streamCutShort, "\(what): what came after its last whole event is missing")
            : Caveat(.streamDamaged, "\(what): what comes after is not shown")
    }

    private var drops: Caveat? {
        guard dropped > 0 else { return nil }
        let classes = EventClass.allCases.compactMap { eventClass in
            model.dropped[eventClass].map { "\(eventClass) \($0)" }
        }
        let detail = classes.isEmpty ? "" : " (\(classes.joined(separator: ", ")))"
        return Caveat(
            .eventsDropped,
            "\(process): \(dropped) events had to be dropped while recording\(detail); "
                + "findings may be missing")
    }

    private var missingStacks: Caveat? {
        let level = "\(process) was recorded with RIBLEAK_LEVEL"
        switch metadata.level {
        case .sampled:
            let spent = model.budgetSpentAt.map { time in
                let milliseconds = (time - min(time, metadata.startedAt)) / 1_000_000
                return ", until the budget was spent after \(milliseconds) ms"
            }
            return Caveat(
                .stacksTurnedOff,
                "\(level)=sampled: call stacks and retain paths "
                    + "for \(metadata.origin.percentOfRIBs) % of RIBs\(spent ?? "")")
        case .counts: return Caveat(.stacksTurnedOff, "\(level)=counts: no call stacks")
        default:
            return metadata.capturesStacks
                ? nil
                : Caveat(
                    .libunwindMissing,
                    "\(process) found no libunwind where it ran: no call stacks "
                        + "(Debian, Ubuntu: apt-get install libunwind8)")
        }
    }

    private var missingJudgement: Caveat? {
        guard model.leaks.lastSettling != nil else {
            let pending = model.tree.nodes.count { id, node in
                node.kind == .router && !node.isDestroyed && node.isDetached
                    && !model.leaks.isLeaked(id)
            }
            let what =
                switch pending {
                case 0: "it never settled"
                case 1: "1 detached router was not judged"
                default: "\(pending) detached routers were not judged"
                }
            return Caveat(.neverSettled, "\(process) was killed or still runs: \(what)")
        }
        guard model.leaks.unjudged > 0 else { return nil }
        return Caveat(
            .objectsUnjudged,
            "\(process): \(model.leaks.unjudged) detached objects were not judged, since the main "
                + "queue did not run after their detach: call Recorder.shared.settle() at the end")
    }

    private var emptiness: Caveat? {
        model.tree.hasRIBs
            ? nil : Caveat(.nothingRecorded, "\(process) made no RIB while it was recorded")
    }
}
