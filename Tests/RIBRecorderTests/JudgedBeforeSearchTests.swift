// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

/// A search for what keeps survivors alive takes seconds in a large process: no judgement waits for it.
@Suite struct JudgedBeforeSearchTests {
    /// The processor time of a search, which does not go on before the test lets it.
    private final class Gate: Sendable {
        private let began = DispatchSemaphore(value: 0)
        private let open = DispatchSemaphore(value: 0)
        private let isOpen = AtomicCounter()

        func look() -> UInt64 {
            if isOpen.value == 0 {
                began.signal()
                open.wait()
            }
            return 0
        }

        func waitForSearch() { began.wait() }

        func letGoOn() {
            isOpen.value = 1
            open.signal()
        }
    }

    private let gate = Gate()
    private let now = AtomicCounter(5_000_000_000)
    private let recording: Recording
    private let session: RecordingSession

    init() throws {
        let (gate, now) = (gate, now)
        recording = try Recording {
            $0.ticks = false
            $0.clock = { now.value }
            $0.searchClock = { gate.look() }
            $0.searchLimit = 60_000_000_000
        }
        session = try #require(recording.recorder.session)
    }

    /// Lets go of an object as one does that says itself when it is freed: no look at it holds it.
    private func letGo(_ thing: Thing) -> ObjectID {
        let id = recording.recorder.objectCreated(.router, type: Thing.self)
        let conditions = Expectations.Conditions(
            scope: session.scopes.current, isReporting: true)
        _ = session.expectations.add(thing, id, conditions, clock: { now.value })
        return id
    }

    private func passDeadline() {
        for _ in 0..<15 { session.tick(at: now.add(100_000_000)) }
    }

    private func judged() throws -> [ObjectID] {
        var alive: [ObjectID] = []
        var judged: [ObjectID] = []
        for event in try recording.facts() {
            if case .stillAlive(let id, _) = event { alive.append(id) }
            if case .settled = event { (judged, alive) = (judged + alive, []) }
        }
        return judged
    }

    private func explained() throws -> [ObjectID] {
        try recording.facts().compactMap { event in
            if case .retained(let id, _) = event { id } else { nil }
        }
    }

    @Test func deadlinesAreJudgedWhileASearchIsUnderWay() throws {
        let (first, second) = (Thing(), Thing())
        let firstID = letGo(first)
        passDeadline()
        gate.waitForSearch()
        let secondID = letGo(second)
        passDeadline()
        #expect(try judged() == [firstID, secondID])
        #expect(try explained() == [])

        gate.letGoOn()
        session.finishSearches()
        let explained = try explained()
        #expect(explained == [firstID, secondID])
        session.expectations.remove(firstID)
        session.expectations.remove(secondID)
        withExtendedLifetime((first, second)) {}
    }

    @Test func aThreadJudgesWhileAnotherOnesSearchIsUnderWay() throws {
        let (first, second) = (Thing(), Thing())
        let firstID = letGo(first)
        passDeadline()
        gate.waitForSearch()
        let secondID = letGo(second)
        session.expectations.mainQueueRan(upTo: session.expectations.lastSequenceNumber)
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [session] in
            session.judge(.request, scope: .none)
            isOver.signal()
        }
        // A judgement that waits for the search never comes: only then the guard ends the test.
        let guardEnd = ContinuousClock.now + .seconds(600)
        var seen = session.eventCount
        while try judged().last != secondID, ContinuousClock.now < guardEnd {
            // The judgement on the other thread needs the processor more.
            while session.eventCount == seen, ContinuousClock.now < guardEnd { usleep(1_000) }
            seen = session.eventCount
        }
        #expect(try judged().last == secondID)
        #expect(try explained() == [])

        gate.letGoOn()
        isOver.wait()
        #expect(try explained().last == secondID)
        session.expectations.remove(firstID)
        session.expectations.remove(secondID)
        withExtendedLifetime((first, second)) {}
    }
}
