// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBHeap
import RIBTrace
import Testing

@testable import RIBRecorder

/// No call of the app waits for a search: what it could not look at is searched later.
@Suite(.timeLimit(.minutes(1))) struct DeferredSearchTests {
    private final class Owner {}

    private final class Subscriber {
        let receiveValue: (Int) -> Void

        init(_ receiveValue: @escaping (Int) -> Void) { self.receiveValue = receiveValue }
    }

    /// A class that a search meets before it goes on.
    private final class Hurdle {}

    /// Follows one subscriber. A search that meets a `Hurdle` waits until the test lets it go on.
    // `@unchecked Sendable` is safe: all state is in a lock or never changes.
    private final class Sweeper: LedgerSweeper, @unchecked Sendable {
        let subscriber: Subscriber
        let given = Protected<[SubscriptionID: ObjectID]>([:])
        let isAtHurdle = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        private let id = Protected<SubscriptionID?>(nil)

        init(_ subscriber: Subscriber) { self.subscriber = subscriber }

        func follow(_ id: SubscriptionID) { self.id.withLock { $0 = id } }
        func sweep() {}

        func role(of type: Any.Type) -> OwnerRole {
            if type == Hurdle.self {
                isAtHurdle.signal()
                mayGoOn.wait()
            }
            return type == Owner.self ? .owner : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            id.withLock { $0.map { followed([$0]) } ?? [] }
        }

        func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            given.withLock { given in
                for (id, owner) in owners { given[id] = owner?.owner }
            }
            return Array(owners.keys)
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            ids.map { FollowedObject(id: $0, address: RecordingSession.address(of: subscriber)) }
        }
    }

    private let owner = Owner()
    private let activity = Activity(owner: ObjectID(7))
    private let sweeper: Sweeper
    private let recording: Recording
    private var recorder: Recorder { recording.recorder }

    init() throws {
        let owner = owner
        sweeper = Sweeper(Subscriber { [weak owner] _ in withExtendedLifetime(owner) {} })
        recording = try Recording { $0.searchLimit = 60_000_000_000 }
    }

    private func subscribe(to subscriber: Subscriber? = nil) -> CapturedOwner {
        recorder.capturedOwner(
            by: Unmanaged.passUnretained(subscriber ?? sweeper.subscriber).toOpaque(), task: nil)
    }

    /// Enters a subscription without an owner, as the trackers do.
    private func enter() throws -> SubscriptionID {
        let entry = try #require(
            recorder.subscribed(owner: .unowned, chain: "", attribution: .unowned))
        sweeper.follow(entry.id)
        return entry.id
    }

    /// A search that another thread is in until the sweeper lets it go on.
    private func searchElsewhere() -> DispatchSemaphore {
        // Safe: it is only read.
        nonisolated(unsafe) let hurdle = Subscriber { [hurdle = Hurdle()] _ in
            withExtendedLifetime(hurdle) {}
        }
        let (recorder, isDone) = (recorder, DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            _ = recorder.capturedOwner(by: Unmanaged.passUnretained(hurdle).toOpaque(), task: nil)
            isDone.signal()
        }
        sweeper.isAtHurdle.wait()
        return isDone
    }

    @Test func aCallDuringAnotherSearchDoesNotWaitAndItsOwnerIsFoundLater() throws {
        recorder.addSweeper(sweeper)
        let scope = recorder.beginScope("it", runsAlone: true)
        recorder.activated(activity, of: owner)
        let searching = searchElsewhere()
        guard case .unknown = subscribe() else {
            Issue.record("a call of the app searched while another thread did")
            return
        }
        let id = try enter()
        recorder.awaitsOwner(id, task: nil)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 } == [id: ObjectID(7)])
        #expect(
            try recording.facts().contains(
                .subscriptionOwned(
                    id, by: ObjectID(7), ownerIsActive: true, attribution: .capturedWeakly)))
    }

    @Test func aDeactivationDuringAnotherSearchDoesNotWait() throws {
        recorder.addSweeper(sweeper)
        let scope = recorder.beginScope("it", runsAlone: true)
        recorder.activated(activity, of: owner)
        let id = try enter()
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        #expect(sweeper.given.withLock { $0 }.isEmpty)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 } == [id: ObjectID(7)])
    }

    @Test func anOwnerThatWasFreedMeanwhileGetsNothing() throws {
        recorder.addSweeper(sweeper)
        let scope = recorder.beginScope("it", runsAlone: true)
        recorder.activated(activity, of: owner)
        _ = try enter()
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        recorder.ownerEnds(activity, owner)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 }.isEmpty)
    }

    @Test func aMisfireDuringAnotherSearchIsRecordedOnceItsOwnerIsConfirmed() throws {
        recorder.addSweeper(sweeper)
        let scope = recorder.beginScope("it", runsAlone: true)
        recorder.activated(activity, of: owner)
        let entry = try #require(recorder.subscribed(owner: activity, chain: ""))
        recorder.deactivated(activity)
        let searching = searchElsewhere()
        recorder.willDeliverWhileInactive(
            entry, to: Unmanaged.passUnretained(sweeper.subscriber).toOpaque())
        #expect(try !hasMisfire())
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(try hasMisfire())
    }

    private func hasMisfire() throws -> Bool {
        try recording.facts().contains {
            if case .firedWhileInactive = $0 { true } else { false }
        }
    }

    @Test func aCallLooksByItselfOnceSubscriptionsAreFollowed() throws {
        recorder.addSweeper(sweeper)
        recorder.activated(activity, of: owner)
        guard case .owner(let found, .capturedWeakly) = subscribe() else {
            Issue.record("the search was not set up")
            return
        }
        #expect(found === activity)
    }
}
