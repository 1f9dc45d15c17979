// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBHeap
import RIBTrace

extension RecordingSession {
    /// The most objects that a call of an app looks at, and that a test does.
    private static let (mostVisited, mostVisitedInTest) = (1024, 32_768)

    /// The objects that no work will release which is due within their time. Such work may hold
    /// one, or lead to what keeps it. Work that repeats does not count. None if what is due cannot
    /// be known: the deadlines decide.
    ///
    /// - Parameters:
    ///   - routers: The routers that go now. Due work is noted for what is freed with them.
    ///   - keepers: The addresses of objects that keep all of them.
    ///   - explain: What keeps each object. Those that are not kept are left out.
    func withoutDueWork(
        _ survivors: [Expectations.Survivor], of routers: Set<ObjectID> = [], keepers: [UInt] = [],
        explain: ([UInt]) -> [Retention?]
    ) -> [(Expectations.Survivor, Retention)] {
        func explained(_ survivors: [Expectations.Survivor]) -> [(Expectations.Survivor, Retention)]
        {
            zip(survivors, explain(survivors.map(\.address))).compactMap { survivor, retention in
                retention.map { (survivor, $0) }
            }
        }
        let kept = explained(survivors)
        let left = kept.map { survivor, _ in
            let limit = survivor.isHeld ? ExpectationTime.view : ExpectationTime.object
            return limit - min(limit, survivor.expectedFor)
        }.max()
        guard let left else { return [] }
        let due = dueWork(within: left)
        if !routers.isEmpty { note(routers, work: due) }
        guard let work = due else { return [] }
        let judged = kept.filter { survivor, retention in
            !work.mayRelease(
                survivor.address, keptBy: keepers + retention.steps.map(\.address))
        }
        // Work on another thread may have run meanwhile, and is due no more.
        return judged.isEmpty ? [] : explained(judged.map(\.0))
    }

    /// Notes what due work leads to while a root is beginning to be freed in a test. Later, parts
    /// of the tree that lead to others are gone.
    func noteDueWork(atEndOf root: ObjectID) {
        let work = dueWork(within: ExpectationTime.object)
        note([root], thread: ribleak_thread_number(), work: work)
    }

    /// Routers that are leaving or being freed.
    struct EndingTree {
        let routers: Set<ObjectID>
        /// The thread that frees them; nil if that is not known.
        let thread: UInt32?
        /// What due work leads to; nil if that cannot be known.
        let work: HeapSearch.DueWork?
        /// When that was found, in nanoseconds on the session's clock.
        let time: UInt64
    }

    private func note(
        _ routers: Set<ObjectID>, thread: UInt32? = nil, work: HeapSearch.DueWork?
    ) {
        // The time is that after the look, which may take long. Else the parts of an object would
        // be judged by another one than the object.
        let tree = EndingTree(routers: routers, thread: thread, work: work, time: now())
        endingTrees.withLock { trees in
            if trees.count == Self.mostEndingTrees { trees.removeFirst() }
            trees.append(tree)
        }
    }

    /// More trees than tests that run at a time hardly end at the same time.
    private static let mostEndingTrees = 16

    /// Whether an object is freed with the tree above it only because nothing let it go before.
    ///
    /// If due work would have, or another thread's work just did, it is not. What was due when the
    /// tree began to go counts also if it ran since: it may have come too late to find anything.
    func isOnlyFreed(
        _ object: UInt, withTreeOf holders: [(router: ObjectID, address: UInt)],
        _ retention: Retention
    ) -> Bool {
        let routers = Set(holders.map(\.router))
        let now = now()
        let noted = endingTrees.withLock { trees in
            // Of a tree that its thread is freeing, nothing is left to look at again, however long
            // that takes.
            trees.last { tree in
                !tree.routers.isDisjoint(with: routers)
                    && (tree.thread != nil || now - min(now, tree.time) < ExpectationTime.object)
            }
        }
        if let thread = noted?.thread, thread != ribleak_thread_number() { return false }
        let due = noted.map(\.work) ?? dueWork(within: ExpectationTime.object)
        if noted == nil { note(routers, work: due) }
        guard let work = due else { return false }
        return !work.mayRelease(
            object, keptBy: holders.map(\.address) + retention.steps.map(\.address))
    }

    /// What work leads to that is due soon. Nil if what is due cannot be known.
    ///
    /// In a test, this looks until the lists stay the same: a thread may take work from one list
    /// and hand it on to another, and while it is at work with it, no list has it.
    private func dueWork(within time: UInt64) -> HeapSearch.DueWork? {
        var work: HeapSearch.DueWork?
        var (before, started): ([UInt]?, [[UInt]]) = (nil, [])
        for _ in 0..<Self.mostRounds {
            guard let listed = listedWork(within: time),
                let found = search(listed, and: started, within: time)
            else { return nil }
            work?.add(found)
            work = work ?? found
            let contexts = listed.map(\.context)
            if !scopes.isAnyRunning || contexts == before { break }
            before = contexts
            started = HeapSearch.startedWork()
        }
        return work
    }

    /// How often a test looks at work. Beside other tests, the lists may never stay the same.
    private static let mostRounds = 4

    /// The nanoseconds in which libdispatch lists its work unless the machine is very busy.
    private static let usualWait: UInt64 = 20_000_000
    /// The nanoseconds to wait for one answer then, of a thread that gets its turns.
    private static let longestWait: UInt64 = 1_000_000_000
    /// The same for all answers: of an app, and of a test. It is asked only after a search for what
    /// keeps a survivor, of tens of milliseconds.
    private static let (longestInApp, longestInTest) = (longestWait, 20 * longestWait)
    /// Enough for the time to be over, whatever a clock says.
    private static let mostTries = 10_000

    /// The work of libdispatch; nil if that is not known now.
    static func workOfDispatch(within time: UInt64, wait: UInt64) -> [ribleak_due_work]? {
        withUnsafeTemporaryAllocation(
            of: ribleak_due_work.self, capacity: Int(RIBLEAK_MOST_DUE)
        ) { work in
            let count = ribleak_find_due_work(time, wait, work.baseAddress)
            return count < 0 || count == work.count ? nil : Array(work.prefix(Int(count)))
        }
    }

    /// The work of libdispatch; nil if it cannot be known.
    private func listedWork(within time: UInt64) -> [ribleak_due_work]? {
        if let work = configuration.workOfDispatch(time, Self.usualWait) { return work }
        // Where the system makes no thread, libdispatch may wait for one for ever.
        guard MainQueueDrain.hasThreads else { return nil }
        let start = configuration.waitClock()
        let longest = scopes.isAnyRunning ? Self.longestInTest : Self.longestInApp
        // Each request is waited for: one that is given up still takes the time of libdispatch's
        // thread, and many of them would keep it from the next.
        for _ in 0..<Self.mostTries {
            let passed = configuration.waitClock() - start
            guard passed < longest else { return nil }
            if let work = configuration.workOfDispatch(
                time, min(Self.longestWait, longest - passed))
            {
                return work
            }
            // Another thread may be in the middle of taking or adding work. It goes on when it gets
            // its next turn, on a busy machine much later.
            MainQueueDrain.rest(for: 1_000_000)
        }
        return nil
    }

    /// What work leads to, also that of the main run loop and what other threads have started.
    private func search(
        _ listed: [ribleak_due_work], and started: [[UInt]], within time: UInt64
    ) -> HeapSearch.DueWork? {
        let end = Date().timeIntervalSinceReferenceDate + Double(time) / 1e9
        return nearbySearch.withSearch {
            $0.dueWork(
                listed, and: started, timersOf: ObjectReference.address(of: RunLoop.main),
                ofClass: Foundation.Timer.self, dueBy: end,
                without: [ObjectReference.address(of: self)],
                most: scopes.isAnyRunning ? Self.mostVisitedInTest : Self.mostVisited)
        } ?? nil
    }
}
