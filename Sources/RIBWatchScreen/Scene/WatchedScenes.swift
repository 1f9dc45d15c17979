// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBText
import RIBTrees
import RIBWatch

/// Makes scenes of the runs that a watcher follows.
///
/// Belongs to one thread.
package final class WatchedScenes {
    private let watcher: RunWatcher
    /// Nanoseconds since 1970-01-01 UTC.
    private let wallClock: () -> Int64
    /// All events that are kept.
    private(set) var log = EventLog()
    private var findings: [SeenFinding] = []
    private var notes: [Int?: String] = [:]
    private var skipped: UInt64 = 0
    /// The last past that was asked for.
    private var past: (moment: Int64, processes: [WatchScene.Process])?

    /// - Parameters:
    ///   - watcher: Somebody else polls it, and gives its changes to this.
    ///   - wallClock: The time, in nanoseconds since 1970-01-01 UTC.
    package init(_ watcher: RunWatcher, wallClock: @escaping () -> Int64) {
        self.watcher = watcher
        self.wallClock = wallClock
    }

    /// Takes the changes of one poll of the watcher.
    package func take(_ changes: [WatchChange]) {
        for change in changes { take(change) }
    }

    /// What there was at a moment, in nanoseconds since 1970-01-01 UTC; nil for now.
    func scene(at moment: Int64?) -> WatchScene {
        var scene = WatchScene()
        (scene.moment, scene.isLive) = (moment ?? wallClock(), moment == nil)
        scene.processes = processes(at: moment)
        scene.events = moment.map(log.until) ?? log
        let shown = Set(scene.processes.map(\.number))
        scene.findings = findings.filter { $0.seen <= moment ?? .max && shown.contains($0.process) }
        scene.oldest = scene.processes.map { watcher.processes[$0.number].history.lowerBound }.min()
        scene.note = note(of: scene)
        return scene
    }

    private func processes(at moment: Int64?) -> [WatchScene.Process] {
        if let past, past.moment == moment { return past.processes }
        let processes = watcher.processes.compactMap { process -> WatchScene.Process? in
            let (history, isOld) = (process.history, isOfOldRun(process))
            if let moment {
                guard history.lowerBound <= moment, !isOld || moment <= history.upperBound
                else { return nil }
            } else if isOld {
                return nil
            }
            return WatchScene.Process(
                number: process.number, snapshot: process.tree(at: moment),
                end: moment ?? .max >= history.upperBound ? process.end : nil)
        }
        past = moment.map { ($0, processes) }
        return processes
    }

    /// A newer run takes the place of a process that has ended.
    private func isOfOldRun(_ process: WatchedProcess) -> Bool {
        process.end != nil && watcher.hasNewerRun(than: process)
    }

    private func note(of scene: WatchScene) -> String? {
        let gone = Set(watcher.processes.indices.filter { watcher.processes[$0].end != nil })
        let current = notes.filter { number, _ in number.map { !gone.contains($0) } ?? true }
        if let note = current.max(by: { ($0.key ?? -1) < ($1.key ?? -1) }) { return note.value }
        if let gaps = scene.processes.lazy.compactMap(\.snapshot.gaps).first { return gaps }
        guard skipped > 0 else { return nil }
        return "\(Quantity.counted(skipped, "event")) came too fast to be listed"
    }

    // MARK: - Changes

    private func take(_ change: WatchChange) {
        switch change {
        case .event(let event): log.append(event)
        case .processFound:
            // What it waited for is there.
            notes[nil] = nil
            // Their ids name their process once it is not the only one.
            for known in Set(findings.map(\.process)) { takeFindings(of: known) }
        case .skipped(_, let events): skipped += events
        case .findings(let process, _): takeFindings(of: process)
        case .note(let process, let text): notes[process] = text
        // Scenes ask for processes themselves; the screen has no list of subscriptions.
        case .processEnded, .subscriptions: break
        }
    }

    private func takeFindings(of process: Int) {
        let known = Dictionary(
            findings.filter { $0.process == process }.map { ($0.finding.fingerprint, $0.seen) }
        ) { first, _ in first }
        let now = wallClock()
        let current = watcher.processes[process].findings.map { finding in
            let seen = known[finding.fingerprint] ?? time(of: finding, in: process) ?? now
            return SeenFinding(
                finding: watcher.shown(finding, of: process), process: process,
                seen: min(seen, now))
        }
        // Stable, so those of one moment stay in the order of a report.
        findings = (current + findings.filter { $0.process != process }).sorted { one, other in
            let isWarning = (one.finding.kind.isWarning, other.finding.kind.isWarning)
            return isWarning.0 == isWarning.1 ? other.seen < one.seen : isWarning.1
        }
    }

    /// When it showed; nil when no event that is kept tells.
    private func time(of finding: Finding, in process: Int) -> Int64? {
        let subjects = Set(finding.occurrences.map(\.subject))
        let number = log.numbers.last { number in
            let event = log[number]
            guard event.process == process, event.kind.isMistake else { return false }
            return event.object.map { subjects.contains(.object($0.rawValue)) }
                ?? event.subscription.map { subjects.contains(.subscription($0.rawValue)) }
                ?? false
        }
        return number.map { log[$0].time } ?? watcher.processes[process].history.upperBound
    }
}
