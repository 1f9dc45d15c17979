// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrees
import RIBWatch

/// What there is to show, at the moment that is shown.
///
/// Times are nanoseconds since 1970-01-01 UTC.
struct WatchScene: Sendable {
    /// A watched process at that moment.
    struct Process: Sendable {
        /// Its index in `RunWatcher.processes`.
        let number: Int
        let snapshot: TreeSnapshot
        /// How the watching of it ended; nil while it goes on.
        var end: ProcessEnd?
    }

    /// In the order in which they were found.
    var processes: [Process] = []
    /// Warnings come last, and the newest first.
    var findings: [SeenFinding] = []
    /// The oldest first. Those after the moment are not there.
    var events = EventLog()
    /// The moment that is shown.
    var moment: Int64 = 0
    /// The oldest moment that can be shown; nil before anything is recorded.
    var oldest: Int64?
    /// Whether that moment is now, so that what follows is shown as it comes.
    var isLive = true
    /// What a person should know about the watching, such as what it waits for; not escaped.
    var note: String?
}

/// A finding, and when it was first there.
struct SeenFinding: Sendable {
    let finding: Finding
    /// The index of its process in `RunWatcher.processes`.
    let process: Int
    let seen: Int64

    /// Whether it is about an object of its process, or about one that the object also keeps alive.
    func concerns(_ object: UInt64) -> Bool {
        finding.occurrences.contains {
            $0.subject == .object(object) || $0.victims.contains(object)
        }
    }
}

/// The last events of the watched processes, by numbers that they keep.
struct EventLog: Sendable {
    /// How many events are kept at least. Older ones are forgotten some time later, since that
    /// takes as long as the list.
    private let least: Int
    private var events: [RunEvent] = []
    /// The number of the oldest event kept; events are counted from 0.
    private(set) var first = 0

    /// - Parameter least: How many events are kept at least.
    init(keeping least: Int = 10_000) { self.least = least }

    /// The numbers of the events that are kept.
    var numbers: Range<Int> { first..<first + events.count }

    subscript(number: Int) -> RunEvent { events[number - first] }

    /// Takes the next event.
    mutating func append(_ event: RunEvent) {
        events.append(event)
        guard events.count >= 2 * least else { return }
        first += events.count - least
        events.removeFirst(events.count - least)
    }

    /// The events up to a moment. Events of different processes are in the order in which they were
    /// read; all up to the last one that is early enough count.
    func until(_ moment: Int64) -> EventLog {
        let last = events.lastIndex { $0.time <= moment } ?? -1
        guard last < events.count - 1 else { return self }
        var log = self
        log.events = Array(events[...last])
        return log
    }

    /// The last event; nil without any.
    var last: RunEvent? { events.last }

    /// The time of the nearest event before a moment.
    func time(before moment: Int64, of isWanted: (RunEvent) -> Bool) -> Int64? {
        events.last { $0.time < moment && isWanted($0) }?.time
    }

    /// The time of the nearest event after a moment.
    func time(after moment: Int64, of isWanted: (RunEvent) -> Bool) -> Int64? {
        events.first { $0.time > moment && isWanted($0) }?.time
    }
}

extension RunEvent {
    /// Whether it changes which RIBs stand where, or which of them is active.
    var changesTree: Bool {
        switch kind {
        case .created: false
        case .freed: objectKind?.isTreeNode == true
        default: kind.changesTree
        }
    }
}
