// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

/// Measures which places of the heap a repeated scenario makes larger with each turn, and records
/// them.
///
/// Call `endTurn` after each turn, then `end`. The first turns only warm up: variables that are
/// made when first used, and caches that get their first entries, grow in them. Use it from one
/// thread at a time.
package final class GrowthMeasurement {
    /// The fewest turns to measure. With fewer, a cache that fills looks the same.
    package static let fewestTurns = 3
    /// The most places to record for one scenario.
    private static let mostPlaces = 50
    /// How many turns are not measured.
    private static let warmUpTurns = 2

    private let session: RecordingSession?
    private let scope: ScopeID
    private var search: GrowthSearch?
    /// How many turns there will be.
    private let allTurns: Int
    private var turns = 0
    private var isSettled = true
    private var isNoting = false
    private var didNote = false

    /// Where the variables of whoever repeats the scenario are: an address in the calling thread's
    /// stack, or the address of the calling task.
    private var caller: (frames: UInt?, task: UInt?)

    /// What was found out, or why nothing was; nil before the end, and when nothing is recorded.
    package private(set) var outcome: GrowthOutcome?

    /// - Parameter turns: How many turns to measure, at least ``fewestTurns``.
    package init(of recorder: Recorder, in scope: ScopeID, turns: Int) {
        allTurns = Self.warmUpTurns + max(turns, Self.fewestTurns)
        session = recorder.session
        self.scope = scope
    }

    deinit {
        if isNoting { AllocationSites.end() }
        if isNoting || didNote { AllocationSites.forget() }
    }

    /// Whether another turn follows.
    package var hasNextTurn: Bool { turns < allTurns }

    /// Lets queued work run, then counts all objects that roots reach.
    ///
    /// On the main thread it runs pending main-queue work.
    package func endTurn() {
        turns += 1
        guard let session else { return }
        RetainSearch.withOwnFrames { frames in
            caller = (frames, nil)
            isSettled = isSettled && session.drain(scope).isDone
            endTurn(session)
        }
    }

    /// Same as `endTurn`, for callers that can give up their thread while queued work runs.
    package func endTurnAwaiting(isolation: isolated (any Actor)? = #isolation) async {
        turns += 1
        guard let session else { return }
        if isSettled { isSettled = await session.drainAwaiting(scope).isDone }
        caller = (nil, CurrentTask.address)
        endTurn(session)
    }

    private func endTurn(_ session: RecordingSession) {
        if isNoting {
            AllocationSites.end()
            (isNoting, didNote) = (false, true)
        }
        // What grows in all turns had grown at the end of the first one.
        if turns >= Self.warmUpTurns, isSettled, session.searchesHeap, search?.grows ?? true {
            session.retainSearch.withSearch { heap in
                let search = search ?? GrowthSearch(heap)
                self.search = search
                search.measureTurn(roots(session))
            }
        }
        // By now it is known what piles up. The last turn shows who makes it.
        if turns == allTurns - 1, let search, search.grows {
            isNoting = AllocationSites.begin(search.addedTypes)
        }
    }

    private func roots(_ session: RecordingSession) -> GrowthSearch.Roots {
        let survivors = session.survivors(in: scope)
        return GrowthSearch.Roots(
            attachedRouters: session.retainRoots.all { !session.expectations.contains($0) }
                .map(\.address),
            // A router is made after what it holds.
            survivors: survivors.reversed().map(\.address), ownFrames: caller.frames,
            task: caller.task)
    }

    /// Measures once more without a turn, and records the places that grew with each turn.
    package func end() {
        guard let session else { return }
        RetainSearch.withOwnFrames { frames in
            caller = (frames, nil)
            if isSettled, search?.grows == true { isSettled = session.drain(scope).isDone }
            record(session)
        }
    }

    /// Same as `end`, for callers that can give up their thread while queued work runs.
    package func endAwaiting(isolation: isolated (any Actor)? = #isolation) async {
        guard let session else { return }
        if isSettled, search?.grows == true {
            isSettled = await session.drainAwaiting(scope).isDone
        }
        caller = (nil, CurrentTask.address)
        record(session)
    }

    private func record(_ session: RecordingSession) {
        let outcome = outcome(session)
        self.outcome = outcome
        if outcome == .measured, let search, search.grows {
            session.retainSearch.withSearch { _ in
                search.measureControl(roots(session))
                let found = search.growths().prefix(Self.mostPlaces)
                for growth in found { record(growth, session) }
                if !found.isEmpty { session.suspiciousEvents.increment() }
            }
        }
        session.record(
            .growthMeasured(
                outcome, scope: scope,
                turns: UInt32(clamping: turns - Self.warmUpTurns),
                objects: UInt64(search?.objectCount ?? 0)))
        search = nil
    }

    private func outcome(_ session: RecordingSession) -> GrowthOutcome {
        guard session.searchesHeap else { return .turnedOff }
        guard isSettled else { return .notSettled }
        guard let search else { return .memoryUnreadable }
        return search.isComplete ? .measured : .tooManyObjects
    }

    private func record(_ growth: HeapGrowth, _ session: RecordingSession) {
        let place = ObjectID(session.objectCounter.increment())
        var known: [UInt: ObjectID] = [:]
        for step in growth.retention.steps { known[step.address] = session.id(at: step.address) }
        session.record(growth.retention, of: place, known: known)
        let added = growth.samples.compactMap(session.id).max()
        let stack =
            added == nil && didNote
            ? growth.samples.reversed().lazy.map(AllocationSites.stack).first { !$0.isEmpty } : nil
        session.record(
            .grew(
                place,
                GrowthSummary(
                    scope: scope, type: growth.type.isEmpty ? .none : session.string(growth.type),
                    unit: growth.unit,
                    each: UInt32(clamping: growth.each), turns: UInt32(clamping: growth.turns),
                    count: UInt64(clamping: growth.count),
                    code: growth.functions.isEmpty
                        ? .none : session.stack(ofCodeAt: growth.functions),
                    added: added ?? .none,
                    // The stack of functions lies one byte behind each address.
                    stack: stack.map { session.stack(ofCodeAt: $0.map { $0 &- 1 }) } ?? .none)))
    }
}

extension RecordingSession {
    /// The id of a recorded object at an address, if there is one.
    fileprivate func id(at address: UInt) -> ObjectID? {
        if let id = identities.id(at: address) { return id }
        let number = HeapSearch.number(
            inField: "recordedID", declaredIn: "RIBs", of: address)
        guard let number, number > 0, number <= objectCounter.value else { return nil }
        return ObjectID(number)
    }
}

/// Where objects of a few types are made, noted during one turn of a scenario.
///
/// Objects without a base class record nothing. So once it is known which types pile up, the last
/// turn notes the stacks that make objects of these types. On Linux with glibc only; a program that
/// contains Swift's runtime itself notes nothing.
enum AllocationSites {
    /// Held by the scenario that notes. There is one set of notes in a process.
    private static let isTaken = Protected(false)

    /// Begins to note. Call `end` after a result of true.
    ///
    /// - Parameter types: The addresses of types' metadata.
    static func begin(_ types: [UInt]) -> Bool {
        isTaken.withLock { isTaken in
            if types.isEmpty || isTaken { return false }
            isTaken = types.withUnsafeBufferPointer {
                ribleak_allocations_watch($0.baseAddress, Int32(clamping: $0.count)) == 1
            }
            return isTaken
        }
    }

    /// Stops noting. What was noted can be asked for until `forget`.
    static func end() { ribleak_allocations_end() }

    /// Lets another scenario note.
    static func forget() { isTaken.withLock { $0 = false } }

    /// The return addresses of the stack that made an object, innermost first; empty when it was
    /// not noted.
    static func stack(of object: UInt) -> [UInt] {
        var frames: UnsafePointer<UnsafeMutableRawPointer?>?
        let count = ribleak_allocations_find(object, &frames)
        guard count > 0, let frames else { return [] }
        return (0..<Int(count)).map { UInt(bitPattern: frames[$0]) }
    }
}
