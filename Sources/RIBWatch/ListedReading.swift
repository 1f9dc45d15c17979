// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// Reads a process's events, and lists the first of each poll.
struct ListedReading: EventConsumer {
    var process: FollowedProcess
    private let number: Int
    /// Nil for all, which are read in parts then.
    private let mostListed: Int?
    private var listed: [WatchChange] = []
    private var skipped: UInt64 = 0

    init(_ process: FollowedProcess, number: Int, mostListed: Int?) {
        self.process = process
        self.number = number
        self.mostListed = mostListed
    }

    /// Reads what is new in a trace.
    ///
    /// - Returns: Whether anything is, or will be once it is certain.
    mutating func read(
        _ trace: FollowedTrace, at now: WatchMoment, isLast: Bool
    ) throws(TraceError) -> Bool {
        process.begin(after: trace.time)
        return try trace.read(
            at: now.nanoseconds, isLast: isLast, inParts: mostListed == nil, into: &self)
    }

    /// Takes what was listed.
    mutating func take() -> [WatchChange] {
        defer { (listed, skipped) = ([], 0) }
        return skipped == 0 ? listed : listed + [.skipped(process: number, events: skipped)]
    }

    mutating func apply(_ timed: TimedEvent) {
        process.apply(timed)
        guard var event = RunEvent(timed.event) else { return }
        guard mostListed.map({ listed.count < $0 }) ?? true else {
            skipped &+= 1
            return
        }
        event.time = process.sinceEpoch(timed.timestamp)
        event.process = number
        addNames(to: &event)
        listed.append(.event(event))
    }

    mutating func takeJudged(_ trace: FollowedTrace, isOver: Bool) -> JudgedProcess {
        process.takeJudged(trace, isOver: isOver)
    }

    private func addNames(to event: inout RunEvent) {
        if let id = event.object {
            event.type = process.typeName(of: id)
            event.objectKind = process.kind(of: id)
            if event.type != nil { event.ribPath = process.ribPath(of: id) }
            if event.kind == .activated || event.kind == .deactivated {
                event.other = process.router(of: id)?.rawValue
            }
        } else if let id = event.subscription {
            event.type = process.chain(of: id)
            if let owner = process.owner(of: id) {
                event.other = owner.rawValue
                event.ribPath = process.ribPath(of: owner)
            }
        }
        event.test = process.name(of: event.scope)
    }
}
