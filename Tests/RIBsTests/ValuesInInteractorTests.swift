// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder
import Testing

@testable import RIBs

@Suite struct ValuesInInteractorTests {
    private struct Refused: Error {}

    private let interactor = SpyInteractor("it", Log())
    private let subject = CurrentValueSubject<Int, Never>(1)

    @Test func thePublishersValuesCome() async {
        interactor.activate()
        var iterator = subject.values(in: interactor).makeAsyncIterator()
        #expect(await iterator.next() == 1)
        subject.send(2)
        #expect(await iterator.next() == 2)
    }

    @Test func theyEndAtTheDeactivation() async {
        interactor.activate()
        var iterator = subject.values(in: interactor).makeAsyncIterator()
        #expect(await iterator.next() == 1)
        interactor.deactivate()
        subject.send(2)
        #expect(await iterator.next() == nil)
    }

    @MainActor @Test func whoAwaitsAValueAtTheDeactivationGoesOn() async {
        interactor.activate()
        let interactor = interactor
        let silent = PassthroughSubject<Int, Never>()
        let values = silent.values(in: interactor)
        let reading = Task {
            var count = 0
            for await _ in values { count += 1 }
            return count
        }
        // Once a demand has come, the reader awaits.
        await Task.yield()
        interactor.deactivate()
        #expect(await reading.value == 0)
    }

    @Test func thereAreNoneWhileTheInteractorIsInactive() async {
        var iterator = subject.values(in: interactor).makeAsyncIterator()
        #expect(await iterator.next() == nil)
        interactor.activate()
        var active = subject.values(in: interactor).makeAsyncIterator()
        #expect(await active.next() == 1)
    }

    @Test func theyEndWithThePublisher() async {
        interactor.activate()
        var iterator = subject.values(in: interactor).makeAsyncIterator()
        #expect(await iterator.next() == 1)
        subject.send(completion: .finished)
        #expect(await iterator.next() == nil)
    }

    @Test func aPublishersErrorIsThrown() async throws {
        interactor.activate()
        let failing = CurrentValueSubject<Int, any Error>(1)
        var iterator = failing.values(in: interactor).makeAsyncIterator()
        _ = try await iterator.next()
        failing.send(completion: .failure(Refused()))
        await #expect(throws: Refused.self) { _ = try await iterator.next() }
    }

    @MainActor @Test func aTaskOfTheInteractorReadsThemUntilTheDeactivation() async {
        interactor.activate()
        var seen: [Int] = []
        let task = task(in: interactor) { [subject, interactor] in
            for await value in subject.values(in: interactor) {
                seen.append(value)
                if value == 2 { interactor.deactivate() } else { subject.send(value + 1) }
            }
        }
        await task.value
        #expect(seen == [1, 2])
    }

    @Test func theInteractorIsNotKept() async {
        weak var gone: SpyInteractor?
        func run() async -> AsyncPublisher<AnyPublisher<Int, Never>>.Iterator {
            let interactor = SpyInteractor("it", Log())
            gone = interactor
            interactor.activate()
            var iterator = subject.values(in: interactor).makeAsyncIterator()
            #expect(await iterator.next() == 1)
            return iterator
        }
        var iterator = await run()
        #expect(gone == nil)
        #expect(await iterator.next() == nil)
    }

    @Test(.enabled(if: RecordedFacts.isRecording))
    func eachIterationIsInTheLedger() async throws {
        interactor.activate()
        var iterator = subject.values(in: interactor).makeAsyncIterator()
        _ = await iterator.next()
        #expect(try lines().last == "it subscribed: CurrentValueSubject<Int, Never> → values")
        interactor.deactivate()
        #expect(
            try lines().suffix(2) == ["it cancelled after 1+0 values", "it deactivated"])
        #expect(await iterator.next() == nil)
    }

    @Test(.enabled(if: RecordedFacts.isRecording))
    func anIterationThatBeginsAfterTheDeactivationIsNoMistake() async throws {
        interactor.activate()
        let values = subject.values(in: interactor)
        interactor.deactivate()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == nil)
        #expect(try lines().suffix(2) == ["it activated", "it deactivated"])
    }

    @MainActor @Test(.enabled(if: RecordedFacts.isRecording))
    func aTaskOfTheInteractorThatBeginsAfterTheDeactivationMakesNoMistake() async throws {
        interactor.activate()
        let (deactivation, isDeactivated) = AsyncStream<Void>.makeStream()
        // It goes on although the task that waits for it is cancelled.
        let gate = Task { for await _ in deactivation {} }
        let task = task(in: interactor) { [subject, interactor] in
            await gate.value
            for await _ in subject.values(in: interactor) {}
        }
        interactor.deactivate()
        isDeactivated.finish()
        await task.value
        // Other tests that end meanwhile see that the task still waits at the gate.
        let own = try lines().filter { !$0.contains("still there") }
        #expect(
            own.suffix(4) == [
                "it activated", "it subscribed: Task", "it deactivated",
                "it cancelled after 0+0 values",
            ])
    }

    /// The verdict is the same whether a task gets its turn before or after the deactivation.
    @MainActor @Test(.enabled(if: RecordedFacts.isRecording), arguments: [false, true])
    func aTaskThatNobodyCancelsMakesNoMistake(beginsAfterwards: Bool) async throws {
        interactor.activate()
        let (turn, hasTurn) = AsyncStream<Void>.makeStream()
        let silent = PassthroughSubject<Int, Never>()
        let task = Task { [interactor] in
            for await _ in turn {}
            for await _ in silent.values(in: interactor) {}
        }
        if !beginsAfterwards {
            hasTurn.finish()
            while try !lines().contains(where: { $0.contains("values") }) { await Task.yield() }
        }
        interactor.deactivate()
        hasTurn.finish()
        await task.value
        #expect(try lines().filter { $0.contains("while inactive") } == [])
    }

    @MainActor @Test(.enabled(if: RecordedFacts.isRecording))
    func aTaskThatCallsItBeforeTheFirstActivationMakesAMistake() async throws {
        await Task { [subject, interactor] in
            for await _ in subject.values(in: interactor) {}
        }.value
        #expect(
            try lines().contains(
                "it subscribed while inactive: CurrentValueSubject<Int, Never> → values"))
    }

    /// Swift Testing runs a test in a task, XCTest does not. Both say the same.
    @Test(.enabled(if: RecordedFacts.isRecording), arguments: [false, true])
    func aTestThatCallsItAfterADeactivationMakesAMistake(isInTask: Bool) throws {
        interactor.activate()
        interactor.deactivate()
        func call() {
            let scope = Recorder.shared.beginScope("it", runsAlone: false)
            _ = subject.values(in: interactor)
            Recorder.shared.endScope(scope)
        }
        if isInTask {
            call()
        } else {
            let isDone = DispatchSemaphore(value: 0)
            // Safe: this waits until the thread is done with it.
            nonisolated(unsafe) let call = call
            Thread.detachNewThread {
                call()
                isDone.signal()
            }
            isDone.wait()
        }
        #expect(
            try lines().contains(
                "it subscribed while inactive: CurrentValueSubject<Int, Never> → values"))
    }

    @Test(.enabled(if: RecordedFacts.isRecording))
    func theCallIsAMistakeWhileTheInteractorIsInactiveEvenIfThatComesBackBeforeTheIteration()
        async throws
    {
        let values = subject.values(in: interactor)
        interactor.activate()
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        #expect(
            try lines().suffix(4) == [
                "it subscribed while inactive: CurrentValueSubject<Int, Never> → values",
                "it cancelled after 0+0 values", "it activated",
                "it subscribed: CurrentValueSubject<Int, Never> → values",
            ])
    }

    private func lines() throws -> [String] {
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "it")
        return try facts.lines()
    }
}
