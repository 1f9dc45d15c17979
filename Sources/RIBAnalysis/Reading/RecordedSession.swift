// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// One recorded session of an app, with the findings that its trace alone shows.
///
/// No file but the trace is read: no binary, no kept symbols, no settings. So the same trace gives
/// the same session on each machine. Call stacks and closures are addresses, to be named later.
package struct RecordedSession {
    package let metadata: TraceMetadata
    package let report: RunReport
    /// Nanoseconds from the beginning of the recording to its last event, on the monotonic clock.
    package let duration: UInt64
    /// Nanoseconds from the beginning until the budget for stacks was spent; nil if it was not.
    package let budgetSpentAfter: UInt64?
    private let addresses: [Place: ImageAddress]

    private struct Place: Hashable {
        let module: String
        let offset: UInt64
    }

    /// Reads a trace and judges it.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all. Damage inside it is a caveat of
    ///   the report.
    /// - Complexity: As `Analysis.report`.
    package init(reading trace: String) throws(TraceError) {
        let process = try AnalyzedProcess(reading: trace)
        var asked: Set<ImageAddress> = []
        report = Analysis.report(on: [process], scope: nil) { requests in
            for request in requests { asked.formUnion(request.addresses) }
            return NoSymbols().symbolicate(Array(asked))
        }
        metadata = process.metadata
        let start = metadata.startedAt
        let end = process.model.lastEventAt
        duration = end - min(end, start)
        budgetSpentAfter = process.model.budgetSpentAt.map { $0 - min($0, start) }
        // Two images may have one name. Which of them it then is must not depend on a set's order.
        let sorted = asked.sorted { ($0.path, $0.buildID) < ($1.path, $1.buildID) }
        addresses = Dictionary(
            sorted.map { (Place(module: $0.module, offset: $0.offset), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The address that a frame stands for; nil when it lay in no known image.
    package func address(of frame: StackFrame) -> ImageAddress? {
        addresses[Place(module: frame.module, offset: frame.offset)].flatMap {
            $0.path.isEmpty ? nil : $0
        }
    }

    /// Nanoseconds since 1970 at which the recording began, by the device's clock.
    package var startedAt: Int64 { Int64(clamping: metadata.startedAt) &+ metadata.clockOffset }

    /// The day on which the recording began, in UTC, such as `2026-01-02`.
    package var day: String {
        String(ISO8601.text(milliseconds: startedAt / 1_000_000).prefix(10))
    }
}
