import RIBAnalysis
import RIBTrace

/// What only some formats show of a run beside its findings: trees, timelines and ledgers.
public struct RunDetails: Sendable {
    /// One recorded process.
    struct Process: Sendable {
        let tree: TreeChanges
        let history: TraceHistory
        let ledger: SubscriptionLedger
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
                Process(tree: $0.tree, history: $0.history, ledger: $0.ledger.redactingPaths())
            }, gaps: gaps.map(PathRedaction.text))
    }

    /// Reads the traces that a report is on.
    ///
    /// - Parameters:
    ///   - report: The report; a trace that cannot be read any more is left out, and named.
    ///   - symbolizer: Finds functions and lines; asked once.
    /// - Complexity: O(events); memory grows with the objects, subscriptions and activations.
    public init(of report: RunReport, symbolizer: some Symbolizing) {
        var readings: [(tree: TreeChanges, history: TraceHistory, ledger: LedgerReading)] = []
        var gaps: [String] = []
        var room = Self.mostChanges
        for run in report.runs {
            do throws(TraceError) {
                let tree = try TreeChanges(reading: run.trace, limit: room)
                room -= tree.changes.count
                readings.append(
                    (
                        tree, try TraceHistory(reading: run.trace),
                        try LedgerReading(of: run.trace, LedgerFilter())
                    ))
            } catch {
                gaps.append(error.description)
            }
        }
        let ledgers = LedgerReport(readings.map(\.ledger), symbolizer: symbolizer)
        processes = zip(readings, ledgers.ledgers).map {
            Process(tree: $0.tree, history: $0.history, ledger: $1)
        }
        self.gaps = gaps + ledgers.ledgers.compactMap(\.gaps)
    }
}
