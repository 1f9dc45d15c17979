import RIBAnalysis
import RIBTrees

/// The subscriptions of a run for programs: contract version 1.
///
/// Absent facts are null. Times are nanoseconds since recording began.
package struct LedgerJSON: Sendable {
    /// Raised when a key changes its meaning or goes away; new keys may come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The ledgers of all processes, ending with a line break.
    package func text(for report: LedgerReport) -> String {
        JSONText.encoded(Document(report))
    }

    private struct Document: Encodable {
        let version = LedgerJSON.version
        let processes: [Process]
        let caveats: [String]

        init(_ report: LedgerReport) {
            processes = report.ledgers.map(Process.init)
            caveats = report.ledgers.compactMap(\.gaps) + report.caveats.map(\.text)
        }
    }

    private struct Process: Encodable {
        let trace: String
        let process: String
        let pid: Int
        let start: String
        let subscriptions: [JSONSubscription]

        init(_ ledger: SubscriptionLedger) {
            trace = ledger.process.trace
            process = ledger.process.processName
            pid = ledger.process.processID
            start = ledger.process.startedAt
            subscriptions = ledger.subscriptions.map(JSONSubscription.init)
        }
    }
}
