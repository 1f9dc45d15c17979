// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBRuns
import RIBTrace

/// Follows runs while they are written, for `ribleak watch`, which calls `poll` in a loop.
///
/// Belongs to one thread. Findings are judged on another, so that a poll never waits for names of
/// functions.
package final class RunWatcher {
    /// In the order in which they were found. None is ever removed.
    package private(set) var processes: [WatchedProcess] = []
    private var finders: [RunFinder]
    private let isOfNewestRun: Bool
    /// The processes that were over before anything was watched.
    private var old: Set<Int> = []
    private var hasPolled = false
    /// How many traces were found that cannot be read, as those of a later version.
    package private(set) var unreadable = 0
    /// By the number of the folder below which they are.
    private var newestRuns: [Int: Int] = [:]
    private let symbolizer: any Symbolizing
    /// How much is listed and kept of a process that is found from now on.
    package var limits: WatchLimits
    /// The process that the next poll begins with, since the last one listed enough before it; nil
    /// if it got to all.
    private var next: Int?
    /// Nil when each poll judges by itself, for tests.
    private let judge: FindingJudge?

    /// How long to wait between two polls, in nanoseconds.
    package static var period: UInt64 { 25_000_000 }

    /// - Parameters:
    ///   - target: What to watch. Nothing is read before the first poll.
    ///   - symbolizer: Finds functions and lines.
    ///   - limits: See the property.
    ///   - judgesAside: False to judge within each poll, however long it takes.
    package init(
        _ target: WatchTarget, symbolizer: any Symbolizing = LLVMSymbolizer(),
        limits: WatchLimits = WatchLimits(), judgesAside: Bool = true
    ) {
        switch target {
        case .newestRun(let folder):
            finders = [RunFinder(folder, number: 0, isRuns: true)]
            isOfNewestRun = true
        case .folders(let folders):
            finders = folders.enumerated().map { RunFinder($1, number: $0, isRuns: false) }
            isOfNewestRun = false
        }
        self.symbolizer = symbolizer
        self.limits = limits
        judge = judgesAside ? FindingJudge() : nil
    }

    deinit { judge?.end() }

    /// Whether there was something to watch and all of it ended, with all findings given. Who
    /// watches the newest run waits for the next one if that was over before.
    package var isOver: Bool {
        processes.count + unreadable > (isOfNewestRun ? old.count : 0)
            && processes.allSatisfy { $0.end != nil }
    }

    /// Whether a newer run began in the folder of a process's run.
    package func hasNewerRun(than process: WatchedProcess) -> Bool {
        newestRuns[process.found.place].map { process.found.run < $0 } ?? false
    }

    /// Whether the last poll left something to read, and the next one should not wait.
    package var isBehind: Bool { next != nil || processes.contains { $0.isBehind } }

    /// Reads what was recorded since the last call.
    ///
    /// Call it about every `period`: an event is given one or two calls after it was written.
    ///
    /// - Returns: What changed, in the order of time within a process.
    package func poll(now: WatchMoment) -> [WatchChange] {
        var changes = find()
        hasPolled = true
        read(now: now, into: &changes)
        for result in judge?.take() ?? [] {
            changes += processes[result.number].note(result, now: now)
        }
        for process in processes where process.end == nil {
            for task in process.takeTasks(now: now) {
                if let judge {
                    judge.add(task)
                } else {
                    changes += process.note(task(), now: now)
                }
            }
        }
        return changes
    }

    /// Reads process after process until enough is listed: what all wrote may be too much to keep
    /// at once.
    private func read(now: WatchMoment, into changes: inout [WatchChange]) {
        let living = processes.filter { $0.end == nil }
        let start = living.firstIndex { $0.number >= next ?? 0 } ?? 0
        next = nil
        for offset in living.indices {
            let process = living[(start + offset) % living.count]
            guard changes.count < limits.listedOfAll else {
                next = process.number
                return
            }
            changes += process.poll(now: now)
        }
    }

    private func find() -> [WatchChange] {
        let found = finders.indices.map { finders[$0].find() }
        var changes = found.flatMap(\.notes).map { WatchChange.note(process: nil, $0) }
        for new in found.flatMap(\.traces) {
            do {
                let trace = try FollowedTrace(folder: new.folder)
                let number = processes.count
                if !hasPolled, trace.isBeingWritten == false { old.insert(number) }
                let process = WatchedProcess(
                    trace, number: number, found: new, limits: limitsOfOne,
                    symbolizer: symbolizer)
                processes.append(process)
                newestRuns[new.place] = new.run
                changes.append(.processFound(number, process.facts))
            } catch {
                unreadable += 1
                changes.append(.note(process: nil, error.description))
            }
        }
        return changes
    }

    /// So many processes cannot each keep as much as a few.
    private var limitsOfOne: WatchLimits {
        var limits = limits
        let count = processes.count + 1
        limits.changes = min(limits.changes, max(1_000, Self.mostChanges / count))
        limits.leastToForget = min(
            limits.leastToForget, max(1_000, limits.leastToForgetOfAll / count))
        return limits
    }

    private static let mostChanges = 2_000_000
}

/// How much of a process is listed and kept.
package struct WatchLimits: Sendable {
    /// How many events of a process one poll lists; the rest is `skipped`. Nil to list all: then a
    /// poll reads only a part of what is new, and `isBehind` says whether to poll again at once.
    package var listed: Int? = 10_000
    /// How much a poll lists before it leaves the other processes to the next one.
    package var listedOfAll = 20_000
    /// How many ended subscriptions are listed, beside all that are alive. Nil for no list of them.
    package var endedSubscriptions: Int?
    /// How many changes of its tree are kept to go back; 0 where nobody does.
    package var changes = 100_000
    /// How many objects and subscriptions are in memory before some that are over are forgotten.
    package var leastToForget = 1 << 17
    /// The same of all processes together. A process that comes later gets a smaller share of it.
    package var leastToForgetOfAll = 1 << 19

    package init() {}
}

/// What to watch.
package enum WatchTarget: Equatable, Sendable {
    /// The newest run in a folder of runs. Waits for one, and moves on when a newer one begins.
    case newestRun(below: String)
    /// These folders of runs or traces, until they end. Waits for those that do not exist yet.
    case folders([String])
}

/// A moment on the watcher's own clock, which never goes back.
package struct WatchMoment: Comparable, Sendable {
    package let nanoseconds: UInt64

    /// - Parameter nanoseconds: Since any moment, the same for all of one watcher.
    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// This moment.
    package static var now: WatchMoment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return WatchMoment(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (left: WatchMoment, right: WatchMoment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Nanoseconds since an earlier moment; 0 for a later one.
    package func since(_ earlier: WatchMoment) -> UInt64 {
        nanoseconds - min(nanoseconds, earlier.nanoseconds)
    }
}
