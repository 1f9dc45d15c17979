// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace
import RIBWatch
import TraceFixtures

/// A watcher whose time passes only when a test says so.
final class WatchSession {
    let watcher: RunWatcher
    private var now: UInt64 = 5_000_000_000
    private(set) var changes: [WatchChange] = []

    init(
        _ target: WatchTarget, limits: WatchLimits = WatchLimits(),
        symbolizer: any Symbolizing = NoSymbols(), judgesAside: Bool = false
    ) {
        watcher = RunWatcher(
            target, symbolizer: symbolizer, limits: limits, judgesAside: judgesAside)
    }

    convenience init(
        _ trace: TraceBuilder, limits: WatchLimits = WatchLimits(),
        symbolizer: any Symbolizing = NoSymbols(), judgesAside: Bool = false
    ) {
        self.init(
            .folders([trace.folder]), limits: limits, symbolizer: symbolizer,
            judgesAside: judgesAside)
    }

    /// Polls once, a period after the last time.
    @discardableResult
    func poll() -> [WatchChange] {
        now += RunWatcher.period
        let new = watcher.poll(now: WatchMoment(nanoseconds: now))
        changes += new
        return new
    }

    /// Polls as often as it takes to show what was written: see `FollowedTrace.slack`.
    @discardableResult
    func catchUp() -> [WatchChange] { poll(times: 4) }

    /// Polls as long as findings, and the end of a process, may take.
    @discardableResult
    func settle() -> [WatchChange] { poll(times: 160) }

    private func poll(times: Int) -> [WatchChange] { (0..<times).flatMap { _ in poll() } }

    var process: WatchedProcess { watcher.processes[0] }

    /// What happened so far, in short.
    var gists: [String] { changes.map(gist) }

    /// Such as `attached HomeRouter at Root/Home`.
    func gist(_ change: WatchChange) -> String {
        switch change {
        case .processFound(let number, _): "found \(watcher.processes[number].facts.processName)"
        case .processEnded(let number, let end): "\(number) \(end)"
        case .event(let event):
            ([event.kind.rawValue, event.type, event.ribPath.map { "at \($0)" }] as [String?])
                .compactMap { $0 }.joined(separator: " ")
        case .findings(let number, _):
            "findings: "
                + watcher.processes[number].findings.map {
                    "\($0.kind.rawValue) \($0.type) at \($0.ribPath)"
                }.joined(separator: ", ")
        case .skipped(_, let count): "skipped \(count)"
        case .subscriptions(_, let update): "\(update.listed.count) subscriptions"
        case .note(_, let text): "note: \(text)"
        }
    }
}

extension [WatchChange] {
    /// The events among the changes.
    var events: [RunEvent] {
        compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The notes among the changes.
    var notes: [String] {
        compactMap { if case .note(_, let text) = $0 { text } else { nil } }
    }
}

extension [WatchChange] {
    /// The subscriptions that a list shows after these changes, by id, and how many left it.
    var list: (rows: [ListedSubscription], omitted: Int) {
        var rows: [UInt64: ListedSubscription] = [:]
        var omitted = 0
        for case .subscriptions(_, let update) in self {
            for id in update.gone { rows[id] = nil }
            for row in update.listed { rows[row.id] = row }
            omitted = update.omitted
        }
        return (rows.values.sorted { $0.id < $1.id }, omitted)
    }
}

/// The findings of a report on a trace as it lies.
func reported(on trace: TraceBuilder) throws -> [Finding] {
    try Analysis.report(on: [trace.folder], symbolizer: NoSymbols()).findings
}
