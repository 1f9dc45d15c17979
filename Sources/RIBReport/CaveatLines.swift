// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// What could not be known about a run, in few lines: a thousand damaged streams are one fact.
package enum CaveatLines {
    /// More of one kind are one line.
    private static let mostOfAKind = 3

    /// One line a caveat, or a kind of which there are many, in the order they come.
    package static func lines(for caveats: [Caveat]) -> [String] {
        let counts = Dictionary(caveats.map { ($0.kind, 1) }, uniquingKeysWith: +)
        var summarized: Set<CaveatKind> = []
        return caveats.compactMap { caveat in
            guard let count = counts[caveat.kind], count > mostOfAKind else { return caveat.text }
            guard summarized.insert(caveat.kind).inserted else { return nil }
            return "\(caveat.kind.summary(count)) (report --format json names them)"
        }
    }
}

extension CaveatKind {
    /// What several caveats of this kind come to, in one line.
    func summary(_ count: Int) -> String {
        let unnamed = "functions are shown as module and offset"
        return switch self {
        case .streamCutShort:
            "\(count) streams are cut short: what came after their last whole events is missing"
        case .streamDamaged:
            "\(count) streams are damaged: what comes after the damage is not shown"
        case .eventsDropped:
            "\(count) processes had to drop events while recording; findings may be missing"
        case .neverSettled:
            "\(count) processes were killed or still run: not all they detached was judged"
        case .objectsUnjudged:
            "\(count) processes detached objects that were not judged, since the main queue did "
                + "not run afterwards: call Recorder.shared.settle() at the end"
        case .nothingRecorded: "\(count) processes made no RIB while they were recorded"
        case .stacksTurnedOff:
            "\(count) processes were recorded with RIBLEAK_LEVEL=counts: no call stacks"
        case .libunwindMissing:
            "\(count) processes found no libunwind where they ran: no call stacks "
                + "(Debian, Ubuntu: apt-get install libunwind8)"
        case .binaryGone: "\(count) binaries are gone: their \(unnamed)"
        case .binaryRebuilt: "\(count) binaries were rebuilt since the run: their \(unnamed)"
        case .binaryUnreadable: "\(count) files are not readable binaries: their \(unnamed)"
        case .symbolizerMissing: "llvm-symbolizer was missing \(count) times: \(unnamed)"
        case .symbolizerFailed: "llvm-symbolizer failed \(count) times: some \(unnamed)"
        }
    }
}

/// What only some formats show of a run beside its findings: trees, timelines and lists.
public struct RunDetails: Sendable {
    /// One recorded process.
    struct Process: Sendable {
        let tree: TreeChanges
        let timeline: TraceTimeline
        let subscriptions: SubscriptionList
    }

    /// No report has use for more changes of a tree.
    static let mostChanges = 20_000

    /// Nothing beside the findings.
    public static let none = RunDetails()

    let processes: [Process]
    /// What could not be read or looked up, one line each.
    let gaps: [String]

    init(_ processes: [Process] = [], gaps: [String] = []) {
        self.processes = processes
        self.gaps = gaps
    }

    /// The same without folders of the machine.
    package func redactingPaths() -> RunDetails {
        RunDetails(
            processes.map {
                Process(
                    tree: $0.tree, timeline: $0.timeline,
                    subscriptions: $0.subscriptions.redactingPaths())
            }, gaps: gaps.map(PathRedaction.text))
    }

    /// Reads the traces that a report is on.
    ///
    /// - Parameters:
    ///   - report: The report; a trace that cannot be read any more is left out, and named.
    ///   - symbolizer: Finds functions and lines; asked once.
    /// - Complexity: O(events); memory grows with the objects, subscriptions and activations.
    public init(of report: RunReport, symbolizer: some Symbolizing) {
        var readings:
            [(tree: TreeChanges, timeline: TraceTimeline, subscriptions: SubscriptionReading)] = []
        var gaps: [String] = []
        var room = Self.mostChanges
        for run in report.runs {
            do throws(TraceError) {
                let tree = try TreeChanges(reading: run.trace, limit: room)
                room -= tree.changes.count
                readings.append(
                    (
                        tree, try TraceTimeline(reading: run.trace),
                        try SubscriptionReading(of: run.trace, SubscriptionFilter())
                    ))
            } catch {
                gaps.append(error.description)
            }
        }
        let lists = SubscriptionReport(readings.map(\.subscriptions), symbolizer: symbolizer)
        processes = zip(readings, lists.lists).map {
            Process(tree: $0.tree, timeline: $0.timeline, subscriptions: $1)
        }
        self.gaps = gaps + lists.lists.compactMap(\.gaps)
    }
}
