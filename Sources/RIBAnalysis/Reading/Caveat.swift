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
        switch self {
        case .streamCutShort, .streamDamaged, .eventsDropped, .neverSettled, .objectsUnjudged,
            .nothingRecorded:
            true
        case .stacksTurnedOff, .libunwindMissing, .binaryGone, .binaryRebuilt, .binaryUnreadable,
            .symbolizerMissing, .symbolizerFailed:
            false
        }
    }
}

/// Something that could not be determined about a run.
public struct Caveat: Equatable, Sendable {
    public let kind: CaveatKind
    /// What could not be determined and why, in one line.
    public let text: String
    /// Whether functions of the project have no names. Then findings cannot be compared with other
    /// runs, and findings that need a name are missing.
    package let hidesProject: Bool

    package init(_ kind: CaveatKind, _ text: String, hidesProject: Bool = false) {
        self.kind = kind
        self.text = text
        self.hidesProject = hidesProject
    }
}

/// What a trace does not show, and why, for the head of a report.
package struct Caveats {
    /// Doubts first.
    let all: [Caveat]

    /// - Parameter dropped: The events the recorder had to drop.
    package init(reader: TraceReader, model: TraceModel, dropped: UInt64) {
        let process = Self.name(of: reader.metadata)
        all =
            Self.damage(in: reader.folder, reader.endings)
            + [
                Self.drops(dropped, model.dropped, process),
                Self.settling(of: model, process),
                Self.emptiness(of: model, process),
                Self.stacks(reader.metadata, model, process),
            ].compactMap { $0 }
    }

    /// Makes the caveats of the running process. It has not settled, and its trace is not damaged.
    init(metadata: TraceMetadata, model: TraceModel, dropped: UInt64) {
        let process = Self.name(of: metadata)
        all = [
            Self.drops(dropped, model.dropped, process),
            Self.emptiness(of: model, process),
            Self.stacks(metadata, model, process),
        ].compactMap { $0 }
    }

    /// Makes the caveats of another process that may still run.
    init(trace: FollowedTrace, model: TraceModel, dropped: UInt64, isOver: Bool) {
        let process = Self.name(of: trace.metadata)
        all =
            Self.damage(in: trace.folder, trace.damages)
            + [
                Self.drops(dropped, model.dropped, process),
                isOver ? Self.settling(of: model, process) : nil,
                isOver ? Self.emptiness(of: model, process) : nil,
                Self.stacks(trace.metadata, model, process),
            ].compactMap { $0 }
    }

    /// False when the trace may miss an object, an attach or a detach. Then the absence of an event
    /// proves nothing.
    package func isTraceComplete(dropped: UInt64) -> Bool {
        dropped == 0 && !all.contains { $0.kind == .streamDamaged || $0.kind == .streamCutShort }
    }

    private static func name(of metadata: TraceMetadata) -> String {
        "\(metadata.processName) (pid \(metadata.processID))"
    }

    private static func damage(
        in folder: String, _ endings: [(stream: String, ending: StreamEnding)]
    ) -> [Caveat] {
        endings.compactMap { stream, ending in
            let path = "\(folder)/\(stream)"
            guard let problem = ending.problem else { return nil }
            return ending == .cutShort
                ? Caveat(
                    .streamCutShort,
                    "\(path) \(problem): what came after its last whole event is missing")
                : Caveat(.streamDamaged, "\(path) \(problem): what comes after is not shown")
        }
    }

    private static func drops(
        _ count: UInt64, _ byClass: [EventClass: UInt64], _ process: String
    ) -> Caveat? {
        guard count > 0 else { return nil }
        let classes = EventClass.allCases.compactMap { eventClass in
            byClass[eventClass].map { "\(eventClass) \($0)" }
        }
        let detail = classes.isEmpty ? "" : " (\(classes.joined(separator: ", ")))"
        return Caveat(
            .eventsDropped,
            "\(process): \(count) events had to be dropped while recording\(detail); "
                + "findings may be missing")
    }

    private static func stacks(
        _ metadata: TraceMetadata, _ model: TraceModel, _ process: String
    ) -> Caveat? {
        if metadata.level == .sampled {
            let spent = model.budgetSpentAt.map { time in
                let milliseconds = (time - min(time, metadata.startedAt)) / 1_000_000
                return ", until the budget was spent after \(milliseconds) ms"
            }
            return Caveat(
                .stacksTurnedOff,
                "\(process) was recorded with RIBLEAK_LEVEL=sampled: call stacks and retain paths "
                    + "for \(metadata.origin.percentOfRIBs) % of RIBs\(spent ?? "")")
        }
        if metadata.level == .counts {
            return Caveat(
                .stacksTurnedOff,
                "\(process) was recorded with RIBLEAK_LEVEL=counts: no call stacks")
        }
        guard !metadata.capturesStacks else { return nil }
        return Caveat(
            .libunwindMissing,
            "\(process) found no libunwind where it ran: no call stacks "
                + "(Debian, Ubuntu: apt-get install libunwind8)")
    }

    private static func settling(of model: TraceModel, _ process: String) -> Caveat? {
        guard model.leaks.lastSettling != nil else {
            let pending = model.tree.nodes.ids.count {
                model.tree.isAwaitingJudgement($0) && !model.leaks.isLeaked($0)
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

    private static func emptiness(of model: TraceModel, _ process: String) -> Caveat? {
        model.tree.hasRIBs
            ? nil : Caveat(.nothingRecorded, "\(process) made no RIB while it was recorded")
    }
}
