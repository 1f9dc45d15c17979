// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBRecorder
import RIBTrace
import Testing

@testable import RIBs

/// What the forms that name an owner leave in the ledger, where nothing else watches.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct ExplicitSubscriptionTests {
    private struct Refused: Error {}

    private let interactor = SpyInteractor("it", Log())
    private let subject = PassthroughSubject<Int, Never>()

    @Test func aSinkEndsWithTheActivity() throws {
        interactor.activate()
        var values: [Int] = []
        subject.map { $0 + 1 }.filter { $0 > 1 }.sink(in: interactor) { values.append($0) }
        subject.send(1)
        subject.send(2)
        interactor.deactivate()
        subject.send(3)
        #expect(values == [2, 3])
        #expect(
            try lines().suffix(3) == [
                "it subscribed: PassthroughSubject<Int, Never> → map → filter → sink (explicit, ending)",
                "it cancelled after 2+0 values", "it deactivated",
            ])
    }

    @Test func aSinkCountsWhatThreadsDeliverAtOnce() throws {
        interactor.activate()
        let sink = OwnedSink<Int, Never>(
            entry: Recorder.shared.subscribed(
                owner: interactor.activity, chain: "sink", attribution: .explicit,
                confinement: .ending),
            receiveCompletion: { _ in }, receiveValue: { _ in })
        nonisolated(unsafe) let shared = sink  // safe: any thread may call a sink
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for value in 0..<10_000 { _ = shared.receive(value) }
        }
        sink.cancel()
        #expect(try lines().last == "it cancelled after 40000+0 values")
    }

    @Test func aSinkEndsWithItsPublisher() throws {
        interactor.activate()
        var completions = 0
        subject.sink(in: interactor) { _ in
            completions += 1
        } receiveValue: { _ in
        }
        subject.send(completion: .finished)
        interactor.deactivate()
        #expect(completions == 1)
        #expect(
            try lines().suffix(2) == ["it completed after 0+0 values", "it deactivated"])
    }

    @Test func whatAnEndedSinkHeldIsThereUntilItsCompletionRan() {
        final class Model {}
        weak var seen: Model?
        var isThere: Bool?
        interactor.activate()
        func subscribe() {
            let model = Model()
            seen = model
            subject.sink(in: interactor) { _ in
                isThere = seen != nil
            } receiveValue: { [model] _ in
                withExtendedLifetime(model) {}
            }
        }
        subscribe()
        subject.send(completion: .finished)
        #expect(isThere == true)
        #expect(seen == nil)
    }

    @Test func aSinkEndsWithAnError() throws {
        interactor.activate()
        let failing = PassthroughSubject<Int, Refused>()
        failing.sink(in: interactor) { _ in
        } receiveValue: { _ in
        }
        failing.send(1)
        failing.send(completion: .failure(Refused()))
        #expect(try lines().last == "it failed after 1+0 values")
    }

    @Test func aSinkMayBeCancelledEarlier() throws {
        interactor.activate()
        var values: [Int] = []
        let subscription = subject.sink(in: interactor) { values.append($0) }
        subscription.cancel()
        subject.send(1)
        #expect(values == [])
        #expect(try lines().last == "it cancelled after 0+0 values")
    }

    @Test func aSinksFirstValueMayDeactivateItsOwner() throws {
        interactor.activate()
        var values: [Int] = []
        let first = CurrentValueSubject<Int, Never>(1)
        first.sink(in: interactor) { [interactor] in
            values.append($0)
            interactor.deactivate()
        }
        first.send(2)
        #expect(values == [1])
        #expect(
            try lines().suffix(2) == ["it cancelled after 1+0 values", "it deactivated"])
    }

    @Test func aSinkOfAnInactiveInteractorIsNotMade() throws {
        var values: [Int] = []
        CurrentValueSubject<Int, Never>(1).sink(in: interactor) { values.append($0) }
        #expect(values == [])
        #expect(
            try lines().suffix(2) == [
                "it subscribed while inactive: CurrentValueSubject<Int, Never> → sink (explicit, ending)",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func aPublisherThatCanBeCancelledHasWordsAsBoth() throws {
        final class Stream: Publisher, Cancellable {
            typealias Output = Int
            typealias Failure = Never
            func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
            func cancel() {}
        }
        interactor.activate()
        let stream = Stream()
        let tracked = stream.tracked(by: interactor)
        stream.sink(in: interactor) { _ in }
        tracked.cancel()
        #expect(
            try lines().suffix(3) == [
                "it subscribed: Stream (explicit, none)",
                "it subscribed: Stream → sink (explicit, ending)",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func aWorkersSinkEndsWithItsWork() throws {
        let worker = SpyWorker(Log())
        worker.onStart = { [subject] worker, _ in subject.sink(in: worker) { _ in } }
        interactor.activate()
        worker.start(interactor)
        subject.send(1)
        worker.stop()
        #expect(
            try lines(worker.recordedID).suffix(3) == [
                "it subscribed: PassthroughSubject<Int, Never> → sink (explicit, ending)",
                "it cancelled after 1+0 values", "it stopped",
            ])
    }

    @Test func aPlainRIBsSinkIsItsOwnExplicitly() throws {
        let rib = SpyRIB()
        rib.didAttach(to: nil)
        let subscription = subject.sink(in: rib) { _ in }
        subject.send(1)
        rib.didDetach()
        subject.send(2)
        subscription.cancel()
        let lines = try lines(Recorder.shared.identify(rib, as: .rib))
        #expect(
            lines.filter {
                $0.contains("subscribed") || $0.contains("after") || $0.contains("fired")
            }
                == [
                    "it subscribed: PassthroughSubject<Int, Never> → sink (explicit, none)",
                    "it fired while inactive", "it cancelled after 1+1 values",
                ])
    }

    @Test func aTrackedSubscriptionGoesOnUntilItIsCancelled() throws {
        interactor.activate()
        var isCancelled = false
        let tracked = AnyCancellable { isCancelled = true }.tracked(by: interactor)
        interactor.deactivate()
        #expect(!isCancelled)
        tracked.cancel()
        #expect(isCancelled)
        #expect(
            try lines().suffix(3) == [
                "it subscribed: AnyCancellable (explicit, none)", "it deactivated",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func aWorkersTrackedSubscriptionEndsWhenItIsFreed() throws {
        let worker = SpyWorker(Log())
        _ = AnyCancellable {}.tracked(by: worker)
        #expect(
            try lines(worker.recordedID).suffix(2) == [
                "it subscribed while inactive: AnyCancellable (explicit, none)",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func whatComesTooLateForTheActivityIsRecorded() throws {
        subject.sink { _ in }.cancelOnDeactivate(interactor: interactor)
        #expect(
            try lines().suffix(2) == [
                "it subscribed while inactive: AnyCancellable (explicit, ending)",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func whatComesInTimeIsNot() throws {
        interactor.activate()
        subject.sink { _ in }.cancelOnDeactivate(interactor: interactor)
        #expect(try lines().last == "it activated")
    }

    @Test func whatComesTooLateForTheWorkIsRecorded() throws {
        let worker = SpyWorker(Log())
        subject.sink { _ in }.cancelOnStop(worker)
        #expect(
            try lines(worker.recordedID).suffix(2) == [
                "it subscribed while inactive: AnyCancellable (explicit, ending)",
                "it cancelled after 0+0 values",
            ])
    }

    @Test func aConfinedSubscriptionIsSilentWhileInactive() throws {
        // Another test of this process may have switched tracking on.
        let subscription = Recorder.shared.outOfLedger {
            subject.map { $0 }.confineTo(interactor).sink { _ in }
        }
        interactor.activate()
        subject.send(1)
        interactor.deactivate()
        subject.send(2)
        subscription.cancel()
        #expect(
            try lines().suffix(4) == [
                "it subscribed while inactive: PassthroughSubject<Int, Never> → map → confineTo (explicit, silent)",
                "it activated", "it deactivated", "it cancelled after 1+0 values",
            ])
    }

    @Test func aConfinedSubscriptionEndsWithItsInteractor() throws {
        var facts = RecordedFacts()
        var subscription: AnyCancellable?
        func run() {
            let interactor = SpyInteractor("it", Log())
            facts.name(interactor.recordedID, "it")
            subscription = subject.confineTo(interactor).sink { _ in }
        }
        run()
        #expect(try facts.lines().suffix(2) == ["it completed after 0+0 values", "it freed"])
        subscription?.cancel()
    }

    @Test func aTaskThatComesTooLateIsRecorded() throws {
        task(in: interactor) { _ in }
        #expect(
            try lines().suffix(2) == [
                "it subscribed while inactive: Task (explicit, ending)",
                "it cancelled after 0+0 values",
            ])
    }

    private func lines(_ id: ObjectID? = nil) throws -> [String] {
        var facts = RecordedFacts()
        facts.saysHow = true
        facts.name(id ?? interactor.recordedID, "it")
        return try facts.lines()
    }
}
