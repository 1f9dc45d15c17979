// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace
import Testing

@testable import RIBs

@MainActor @Suite struct TaskInInteractorTests {
    private let interactor = SpyInteractor("it", Log())

    @Test func theOperationGetsTheInteractorOnTheMainActor() async {
        let interactor = PlainScoreInteractor()
        interactor.activate()
        await interactor.work?.value
        #expect(interactor.shown == [3])
    }

    @Test func aSendableInteractorIsCaptured() async {
        let interactor = SendableScoreInteractor()
        interactor.activate()
        await interactor.work?.value
        #expect(interactor.shown == [4])
    }

    @Test func aMethodOfTheMainActorKeepsItsIsolation() async {
        let interactor = MainActorScoreInteractor()
        interactor.activate()
        await interactor.load().value
        #expect(interactor.shown == [5])
    }

    @Test func theDeactivationCancelsIt() async {
        interactor.activate()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        var values = 0
        let task = task(in: interactor) {
            for await _ in stream { values += 1 }
        }
        interactor.deactivate()
        await task.value
        #expect(task.isCancelled)
        #expect(values == 0)
        continuation.finish()
    }

    @Test func itIsNotStartedWhileTheInteractorIsInactive() async {
        var isStarted = false
        let plain = task(in: interactor) { isStarted = true }
        let given = task(in: interactor) { _ in isStarted = true }
        await plain.value
        await given.value
        #expect(plain.isCancelled)
        #expect(given.isCancelled)
        #expect(!isStarted)
    }

    @Test func tasksOfTheMainActorKeepTheirOrder() async {
        interactor.activate()
        var order: [Int] = []
        let tasks = (1...20).map { number in
            number.isMultiple(of: 2)
                ? task(in: interactor) { order.append(number) }
                : task(in: interactor) { _ in order.append(number) }
        }
        for task in tasks { await task.value }
        #expect(order == Array(1...20))
    }

    @Test func theInteractorIsNotKept() async {
        weak var gone: SpyInteractor?
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        func run() -> Task<Void, Never> {
            let interactor = SpyInteractor("it", Log())
            gone = interactor
            interactor.activate()
            return task(in: interactor) { me in
                for await _ in stream {}
                #expect(me.interactor == nil)
            }
        }
        let started = run()
        #expect(gone == nil)
        #expect(started.isCancelled)
        await started.value
        continuation.finish()
    }

    @Test func anOperationThatHoldsTheInteractorReleasesItWhenItReturns() async {
        weak var gone: SpyInteractor?
        // Safe: the operation has returned when it is read.
        nonisolated(unsafe) let returns = Log()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        func run() -> Task<Void, Never> {
            // Safe: the operation waits for the stream until it is cancelled.
            nonisolated(unsafe) let interactor = SpyInteractor("it", Log())
            gone = interactor
            interactor.activate()
            defer { interactor.deactivate() }
            return task(in: interactor) {
                for await _ in stream { interactor.log.add("value") }
                returns.add("returned")
            }
        }
        await run().value
        #expect(returns.take() == ["returned"])
        // The closure goes with the task, which the runtime frees soon after it returned.
        for _ in 1...1_000 where gone != nil { await Task.yield() }
        #expect(gone == nil)
        continuation.finish()
    }

    @Test(.enabled(if: RecordedFacts.isRecording))
    func itIsInTheLedgerUntilItReturns() async throws {
        interactor.activate()
        let task = task(in: interactor) { await Task.yield() }
        #expect(try lines().last == "it subscribed: Task")
        await task.value
        #expect(try lines().last == "it completed after 0+0 values")
    }

    @Test(.enabled(if: RecordedFacts.isRecording))
    func oneThatIgnoresItsCancellationIsInTheLedgerUntilItReturns() async throws {
        interactor.activate()
        let (gate, continuation) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task { for await _ in gate {} }
        let (begins, start) = AsyncStream.makeStream(of: Void.self)
        let task = task(in: interactor) {
            start.finish()
            await waiting.value
        }
        // It is the operation that goes on, not one that waits to begin.
        for await _ in begins {}
        interactor.deactivate()
        #expect(try lines().last == "it deactivated")
        continuation.finish()
        await task.value
        #expect(try lines().last == "it cancelled after 0+0 values")
    }

    /// Without what the judgements of other tests say meanwhile of all that is alive.
    private func lines() throws -> [String] {
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "it")
        return try facts.lines().filter { !$0.contains("still there") }
    }
}
