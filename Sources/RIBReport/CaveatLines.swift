// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Shortens the caveats of a run: a thousand damaged streams become one line.
package enum CaveatLines {
    /// More caveats of one kind than this become one line.
    private static let mostOfAKind = 3

    /// One line for each caveat, or for each kind with many caveats, in their order.
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
    /// A summary of several caveats of this kind, in one line.
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

/// The parts of a run that only some formats show beside its findings: trees, timelines, lists.
public struct RunDetails: Sendable {
    /// One recorded process.
    struct Process: Sendable {
        let tree: TreeChanges
        let timeline: TraceTimeline
        let subscriptions: SubscriptionList
    }

    /// The most changes of a tree that a report can use.
    static let mostChanges = 20_000

    /// No details.
    public static let none = RunDetails()

    let processes: [Process]
    /// What could not be read or looked up, one line each.
    let gaps: [String]

    init(_ processes: [Process] = [], gaps: [String] = []) {
        self.processes = processes
        self.gaps = gaps
    }

    /// A copy without the machine's folders.
    package func redactingPaths() -> RunDetails {
        RunDetails(
            processes.map {
                Process(
                    tree: $0.tree, timeline: $0.timeline,
                    subscriptions: $0.subscriptions.redactingPaths())
            }, gaps: gaps.map(PathRedaction.text))
    }

    /// Reads the traces of a report.
    ///
    /// - Parameters:
    ///   - report: The report. A trace that can no longer be read is left out and listed in `gaps`.
    ///   - symbolizer: Finds functions and lines; called once.
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
