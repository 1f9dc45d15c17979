// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import CRIBShims
    import Foundation
    import RIBTrace
    import Testing
    import VictimShims

    @testable import RIBHeap
    @testable import RIBRecorder

    private let second: UInt64 = 1_000_000_000

    /// Asks for the scheduled work until it is the expected one: threads may be about to sleep.
    ///
    /// - Returns: False when the answer differed each of many times.
    func becomes(_ expected: ribleak_work, within limit: UInt64 = 1_000_000_000) -> Bool {
        for _ in 0..<10_000 {
            if ribleak_work_scheduled(limit) == expected { return true }
            MainQueueDrain.serveBriefly()
        }
        return false
    }

    /// Starts a thread that waits, without a limit, until a descriptor below 64 can be read.
    private func selectOnAThread(_ descriptor: Int32) {
        Thread.detachNewThread {
            var wanted = fd_set()
            wanted.__fds_bits.0 = 1 << descriptor
            select(descriptor + 1, &wanted, nil, nil, nil)
        }
    }

    /// Where the routers of a tree leave that keep an object which should be gone.
    private func judgementsOfALeavingTree(
        waiting clock: AtomicCounter = AtomicCounter(),
        _ workOfDispatch: @escaping @Sendable (_ wait: UInt64) -> [ribleak_due_work]?
    ) throws -> Int {
        let recording = try Recording {
            $0.searchLimit = 60 * second
            $0.workOfDispatch = { workOfDispatch($1) }
            $0.waitClock = { clock.value }
        }
        let recorder = recording.recorder
        final class Keeper { var kept: Thing? = Thing() }
        let keeper = Keeper()
        let router = recorder.objectCreated(.router, type: Keeper.self)
        if let kept = keeper.kept {
            let id = recorder.objectCreated(.router, type: Thing.self)
            _ = recorder.expectDeallocation(of: kept, id: id, detachedFrom: router)
        }
        recorder.ribsLeave([router], from: .none, upTo: 1) {
            [(router, UInt(bitPattern: ObjectIdentifier(keeper)))]
        }
        withExtendedLifetime(keeper) {}
        return try recording.events().count { event in
            if case .settled(.treeEnd, _, _) = event { true } else { false }
        }
    }

    /// The work that is scheduled in a process. Each test has its own, without timers of other tests.
    @Suite struct ScheduledWorkTests {
        @Test func inAProcessThatWaitsForThisThreadNothingIsScheduled() async {
            await #expect(processExitsWith: .success) {
                _ = MainQueueDrain.drainOnce()
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func aThreadThatSleepsForATimeIsAtWork() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE))
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    while isOver.wait(timeout: .now()) == .timedOut {
                        Thread.sleep(forTimeInterval: 0.01)
                    }
                }
                // Whenever it is looked at: it sleeps, runs, or waits until a time that is over.
                #expect(ribleak_work_scheduled(second) == RIBLEAK_WORK_DUE)
                isOver.signal()
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        /// For some microseconds a timer's time is over, and the system has not fired it yet. Then
        /// its descriptor looks like that of a timer that nobody has set.
        @Test func aTimerIsDueUntilItHasFired() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE))
                for _ in 0..<1_000 {
                    let runs = AtomicCounter()
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) {
                        runs.increment()
                    }
                    while ribleak_work_scheduled(second) != RIBLEAK_WORK_NONE {}
                    #expect(runs.value == 1)
                }
            }
        }

        @Test func aThreadThatWaitsForAnotherIsNot() async {
            await #expect(processExitsWith: .success) {
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread { isOver.wait() }
                #expect(becomes(RIBLEAK_WORK_NONE))
                isOver.signal()
            }
        }

        @Test func aThreadThatSelectsWhatOthersOfThisProcessWriteIsNot() async {
            await #expect(processExitsWith: .success) {
                var ends: [Int32] = [0, 0]
                #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
                selectOnAThread(ends[0])
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func theThreadBehindFoundationsSocketsIsNotOnceAToolRan() async {
            await #expect(processExitsWith: .success) {
                let tool = Process()
                tool.executableURL = URL(fileURLWithPath: "/bin/true")
                try tool.run()
                tool.waitUntilExit()
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func aThreadThatSelectsAPipeMayHearFromOutside() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE))
                var ends: [Int32] = [0, 0]
                #expect(pipe(&ends) == 0)
                selectOnAThread(ends[0])
                #expect(ribleak_work_scheduled(second) == RIBLEAK_WORK_DUE)
            }
        }

        @Test func aTimerCountsThatIsDueInTime() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE, within: 200 * second))
                let timer = DispatchSource.makeTimerSource(queue: .global())
                timer.schedule(deadline: .now() + .seconds(100))
                timer.activate()
                #expect(becomes(RIBLEAK_WORK_DUE, within: 200 * second))
                #expect(becomes(RIBLEAK_WORK_NONE))
                timer.cancel()
                #expect(becomes(RIBLEAK_WORK_NONE, within: 200 * second))
            }
        }

        @Test func aTimerThatHasFiredIsOver() async {
            await #expect(processExitsWith: .success) {
                _ = MainQueueDrain.drainOnce()
                try? await Task.sleep(for: .milliseconds(1))
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func aTimerThatHasFiredCountsUntilSomebodyTookNotice() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE))
                let timer = victim_fire_timer()
                #expect(ribleak_work_scheduled(second) == RIBLEAK_WORK_DUE)
                // As libdispatch does: it asks once, and does not read how often the timer fired.
                let events = victim_ask_for_timer(timer)
                #expect(ribleak_work_scheduled(second) == RIBLEAK_WORK_DUE)
                #expect(victim_hear_of_timer(events) == 1)
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func aBlockOnTheMainQueueIsScheduled() async {
            await #expect(processExitsWith: .success) {
                #expect(becomes(RIBLEAK_WORK_NONE))
                let mayEnd = AtomicCounter()
                // It runs until it has been looked at: another thread serves the queue here.
                DispatchQueue.main.async { while mayEnd.value == 0 {} }
                #expect(ribleak_work_scheduled(second) == RIBLEAK_WORK_DUE)
                mayEnd.increment()
                _ = MainQueueDrain.drainOnce()
                #expect(becomes(RIBLEAK_WORK_NONE))
            }
        }

        @Test func aBlockThatNoThreadOfItsQueueIsFreeForIsScheduled() async {
            await #expect(processExitsWith: .success) {
                let isOver = DispatchSemaphore(value: 0)
                let waiting = AtomicCounter()
                let processors = ProcessInfo.processInfo.activeProcessorCount
                for _ in 0..<processors {
                    DispatchQueue.global().async {
                        waiting.increment()
                        isOver.wait()
                    }
                }
                while waiting.value < processors { MainQueueDrain.serveBriefly() }
                #expect(becomes(RIBLEAK_WORK_NONE))
                // libdispatch sees only once a second that its threads are all blocked.
                let runs = AtomicCounter()
                DispatchQueue.global().async { runs.increment() }
                var isOverlooked = false
                while runs.value == 0, !isOverlooked {
                    let found = ribleak_work_scheduled(second)
                    isOverlooked = found != RIBLEAK_WORK_DUE && runs.value == 0
                }
                #expect(!isOverlooked)
                for _ in 0..<processors { isOver.signal() }
            }
        }

        /// As on a busy machine, where the thread of libdispatch that lists its work waits for its turn.
        @Test func anAppWaitsForTheListOfWorkThatIsDue() async {
            await #expect(processExitsWith: .success) {
                let tries = AtomicCounter()
                let judged = try judgementsOfALeavingTree { _ in
                    tries.increment() < 5 ? nil : []
                }
                #expect(judged == 1)
            }
        }

        /// As where a thread waits for its turn in the middle of adding work: all answers come at once,
        /// and none is whole.
        @Test func anAppAsksAgainUntilTheListOfWorkThatIsDueIsWhole() async {
            await #expect(processExitsWith: .success) {
                let (clock, tries) = (AtomicCounter(), AtomicCounter())
                let judged = try judgementsOfALeavingTree(waiting: clock) { _ in
                    _ = clock.add(second / 1_000)
                    return tries.increment() < 500 ? nil : []
                }
                #expect(judged == 1)
            }
        }

        @Test func whatIsNotKnownOfATreeIsNotAskedAgainForItsParts() async throws {
            let (clock, requests) = (AtomicCounter(5 * second), AtomicCounter())
            let recording = try Recording {
                $0.clock = { clock.value }
                $0.waitClock = { clock.value }
                $0.workOfDispatch = { _, wait in
                    _ = clock.add(wait)
                    return requests.increment() < 3 ? nil : []
                }
            }
            let session = try #require(recording.recorder.session)
            let retention = Retention(
                reason: .cycle, steps: [], retainCount: 1, seenReferences: 1, dominatedCount: 0,
                dominatedBytes: 0, isPartial: false)
            for object in [UInt(0x1000), 0x2000] {
                let isOnlyFreed = session.isOnlyFreed(
                    object, withTreeOf: [(router: ObjectID(7), address: 0x3000)], retention)
                #expect(!isOnlyFreed)
            }
        }

        @Test func anAppDoesNotWaitForeverForTheListOfWorkThatIsDue() async {
            await #expect(processExitsWith: .success) {
                let (clock, requests) = (AtomicCounter(), AtomicCounter())
                let judged = try judgementsOfALeavingTree(waiting: clock) { wait in
                    _ = clock.add(wait)
                    requests.increment()
                    return nil
                }
                #expect(judged == 0)
                #expect(clock.value <= 11 * second / 10)
                // One that is given up still takes libdispatch's time.
                #expect(requests.value == 2)
            }
        }

        @Test func whatNothingIsLeftToLetGoIsJudgedWithoutWaiting() async {
            await #expect(processExitsWith: .success) {
                // Who waited would do so for an hour.
                let recording = try Recording { $0.patience = 3_600 * second }
                let scope = recording.recorder.beginScope("test", runsAlone: true)
                let kept = NSObject()
                let id = recording.recorder.objectCreated(.router, type: NSObject.self)
                recording.recorder.expectDeallocation(of: kept, id: id)
                #expect(recording.recorder.endScope(scope).survivors == 1)
            }
        }

        @Test func whatIsThereByRightIsNotWaitedForWhateverIsScheduled() async {
            await #expect(processExitsWith: .success) {
                let recording = try Recording { $0.patience = 3_600 * second }
                let timer = DispatchSource.makeTimerSource(queue: .global())
                timer.schedule(deadline: .now(), repeating: .milliseconds(1))
                timer.activate()
                defer { timer.cancel() }
                let scope = recording.recorder.beginScope("test", runsAlone: true)
                let kept = NSObject()
                let id = recording.recorder.objectCreated(.router, type: NSObject.self)
                recording.recorder.expectDeallocation(of: kept, id: id)
                let judgement = recording.recorder.endScope(scope) { _ in false }
                #expect(!judgement.isSuspicious)
            }
        }
    }
#endif
