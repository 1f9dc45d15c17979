// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBs

@Suite struct SubscriptionTrackerTests {
    private enum Failure: Error { case some }

    private let run = TrackedRun()
    private let subject = PassthroughSubject<Int, Failure>()
    private let current = CurrentValueSubject<Int, Never>(0)

    private func sink(_ publisher: some Publisher<Int, Failure>) -> AnyCancellable {
        run.sink(publisher)
    }

    @Test func oneEntryForAChainWithItsValuesAndItsCancellation() {
        let subscription = run.owned { sink(subject.map { $0 }.filter { $0 > 0 }) }
        #expect(run.recorder.take() == ["1 subscribed"])
        subject.send(1)
        subject.send(-1)
        subject.send(2)
        #expect(run.recorder.take() == ["1 delivers", "1 delivers"])
        subscription.cancel()
        subject.send(3)
        #expect(run.recorder.take() == ["1 cancelled"])
    }

    @Test func withoutAnOwnerNothingIsEntered() {
        let subscription = sink(subject)
        subject.send(1)
        subscription.cancel()
        #expect(run.recorder.take() == [])
        let owned = run.owned { sink(subject) }
        #expect(run.recorder.take() == ["1 subscribed"])
        owned.cancel()
    }

    @Test func withoutAnOwnerItIsUnownedWhereThoseAreTaken() {
        let run = TrackedRun(recorder: SubscriptionRecorderDouble(takesUnowned: true))
        let subscription = run.sink(subject.map { $0 })
        subject.send(1)
        subscription.cancel()
        #expect(run.recorder.chains == ["0: PassthroughSubject<Int, Failure> → map → sink"])
        #expect(run.recorder.take() == ["1 subscribed", "1 delivers", "1 cancelled"])
    }

    @Test func whatHasAnOwnerIsThatOnesWhereThoseOfNobodyAreTaken() {
        let run = TrackedRun(recorder: SubscriptionRecorderDouble(takesUnowned: true))
        let subscription = run.owned { run.sink(subject) }
        #expect(run.recorder.chains == ["1: PassthroughSubject<Int, Failure> → sink"])
        subscription.cancel()
    }

    @Test func freeingTheCancellableIsACancellation() {
        var subscription: AnyCancellable? = run.owned { sink(subject) }
        #expect(subscription != nil)
        subscription = nil
        #expect(run.recorder.take() == ["1 subscribed", "1 cancelled"])
    }

    @Test func completionsEndEntries() {
        let other = PassthroughSubject<Int, Failure>()
        let subscriptions = run.owned { [sink(subject.map { $0 }), sink(other)] }
        subject.send(completion: .finished)
        other.send(completion: .failure(.some))
        for subscription in subscriptions { subscription.cancel() }
        #expect(
            run.recorder.take() == ["1 subscribed", "2 subscribed", "1 completed", "2 failed"])
    }

    @Test func valuesDuringSubscribeComeAfterTheEntry() {
        let subscription = run.owned { run.sink(current.map { $0 }) }
        #expect(run.recorder.take() == ["1 subscribed", "1 delivers"])
        subscription.cancel()
        _ = run.owned { run.sink([1, 2].publisher) }
        #expect(
            run.recorder.take() == [
                "1 cancelled", "2 subscribed", "2 delivers", "2 delivers", "2 completed",
            ])
        _ = run.owned { run.sink(Empty<Int, Never>()) }
        #expect(run.recorder.take() == ["3 subscribed", "3 completed"])
    }

    @Test func aSubscriptionMadeInASynchronousValueIsASeparateEntry() {
        var inner: AnyCancellable?
        let outer = run.owned { run.sink(current) { _ in inner = sink(subject) } }
        #expect(run.recorder.chains.count == 2)
        #expect(run.recorder.take() == ["1 subscribed", "1 delivers", "2 subscribed"])
        outer.cancel()
        inner?.cancel()
        #expect(run.recorder.take() == ["1 cancelled", "2 cancelled"])
    }

    @Test func whatOperatorsSubscribeToForTheirValuesIsNoEntry() {
        let subscription = run.owned {
            sink(
                subject.flatMap {
                    [$0, $0].publisher
                        .setFailureType(to: Failure.self)
                })
        }
        run.owned { subject.send(1) }
        let prepended = run.owned { run.sink(current.append(5).prepend(4)) }
        #expect(run.recorder.chains.count == 2)
        #expect(
            run.recorder.take() == [
                "1 subscribed", "1 delivers", "1 delivers", "2 subscribed", "2 delivers",
                "2 delivers",
            ])
        subscription.cancel()
        prepended.cancel()
    }

    @Test func whatASharedPublisherSubscribesToIsNoEntry() {
        let shared = current.share()
        let subscriptions = run.owned { [run.sink(shared), run.sink(shared)] }
        #expect(run.recorder.chains.count == 2)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func aSinkMadeWhileAPublisherIsMadeIsASeparateEntry() {
        var inner: AnyCancellable?
        let outer = run.owned {
            sink(
                Deferred {
                    inner = run.sink(current)
                    return subject
                })
        }
        #expect(
            run.recorder.chains == [
                "1: CurrentValueSubject<Int, Never> → sink",
                "1: PassthroughSubject<Int, Failure> → deferred → sink",
            ])
        outer.cancel()
        inner?.cancel()
    }

    @Test func whatAnotherOwnersSubscriberDoesWithAValueIsNotTheSenders() {
        var inner: [AnyCancellable] = []
        let own = run.recorder.attributing(to: run.other) {
            run.sink(subject) { _ in inner.append(run.sink(current)) }
        }
        run.owned { subject.send(1) }
        #expect(run.recorder.chains == ["2: PassthroughSubject<Int, Failure> → sink"])
        run.recorder.attributing(to: run.other) { subject.send(2) }
        #expect(run.recorder.chains.count == 2)
        own.cancel()
    }

    @Test func anOwnerThatComesUpDuringADeliveryOwnsItsSubscriptions() {
        var inner: [AnyCancellable] = []
        let outer = run.sink(subject) { _ in
            run.recorder.attributing(to: run.other) { inner.append(run.sink(current)) }
        }
        run.owned { subject.send(1) }
        #expect(run.recorder.chains == ["2: CurrentValueSubject<Int, Never> → sink"])
        outer.cancel()
    }

    @Test func valuesAndCancellationsOfOtherThreadsCount() async {
        let subscription = run.owned { sink(subject) }
        await withCheckedContinuation { continuation in
            // Safe: the test waits for the thread before it touches them again.
            nonisolated(unsafe) let (subject, subscription) = (subject, subscription)
            Thread.detachNewThread {
                subject.send(1)
                subscription.cancel()
                continuation.resume()
            }
        }
        #expect(run.recorder.take() == ["1 subscribed", "1 delivers", "1 cancelled"])
    }

    @Test func whenNothingIsRecordedNothingIsKept() {
        for isOn in [false, true] {
            let run = TrackedRun(recorder: SubscriptionRecorderDouble(isOn: isOn))
            let subscription = run.owned { run.sink(subject) }
            subject.send(1)
            subscription.cancel()
            #expect(
                run.recorder.take()
                    == (isOn ? ["1 subscribed", "1 delivers", "1 cancelled"] : []))
        }
    }
}
