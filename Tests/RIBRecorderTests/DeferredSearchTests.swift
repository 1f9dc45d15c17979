// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBHeap
import RIBTrace
import Testing

@testable import RIBRecorder

/// No call of the app waits for a search: what it could not look at is searched later. A test waits.
@Suite(.timeLimit(.minutes(10))) struct DeferredSearchTests {
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
        /// Signalled when a judgement is about to confirm owners.
        let isAsked = DispatchSemaphore(value: 0)
        /// Signalled when a search for the subscriptions of an owner is about to begin.
        let isLooking = DispatchSemaphore(value: 0)
        private let entry = Protected<LedgerEntry?>(nil)
        /// Gives the entry to an owner. The recorder keeps its sweeper, so this keeps no recorder.
        private let give = Protected<(@Sendable (Activity) -> LedgerEntry?)?>(nil)

        init(_ subscriber: Subscriber) { self.subscriber = subscriber }

        func follow(_ entry: LedgerEntry, in recorder: Recorder) {
            self.entry.withLock { $0 = entry }
            give.withLock { $0 = { [weak recorder] in recorder?.give(entry, to: $0) } }
        }

        func sweep() {}

        func role(of type: Any.Type) -> OwnerRole {
            if type == Hurdle.self {
                isAtHurdle.signal()
                mayGoOn.wait()
            }
            return type == Owner.self ? .owner : .other
        }

        func unowned(after object: ObjectID) -> [FollowedObject] {
            isLooking.signal()
            return entry.withLock { $0 }.map { objects([$0.id]) } ?? []
        }

        func setOwners(_ owners: [SubscriptionID: Activity?]) -> [SubscriptionID] {
            given.withLock { given in
                for (id, owner) in owners { given[id] = owner?.owner }
            }
            guard let entry = entry.withLock({ $0 }), let owner = owners[entry.id] ?? nil else {
                return Array(owners.keys)
            }
            let owned = give.withLock { $0 }?(owner)
            self.entry.withLock { $0 = owned }
            return Array(owners.keys)
        }

        func followed(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            isAsked.signal()
            return objects(ids)
        }

        private func objects(_ ids: Set<SubscriptionID>) -> [FollowedObject] {
            ids.map { FollowedObject(id: $0, address: ObjectReference.address(of: subscriber)) }
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

    private func subscribe(to subscriber: Subscriber? = nil) -> OwnerAnswer? {
        recorder.capturedOwner(
            by: Unmanaged.passUnretained(subscriber ?? sweeper.subscriber).toOpaque(), task: nil)
    }

    /// Enters a subscription without an owner, as the trackers do.
    private func enter() throws -> LedgerEntry {
        let entry = try #require(
            recorder.subscribed(owner: .unowned, chain: "", attribution: .unowned))
        sweeper.follow(entry, in: recorder)
        return entry
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
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let searching = searchElsewhere()
        guard subscribe() == nil else {
            Issue.record("a call of the app searched while another thread did")
            return
        }
        let id = try enter().id
        recorder.awaitsOwner(id, task: nil)
        let scope = recorder.beginScope("it", runsAlone: true)
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
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let id = try enter().id
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        #expect(sweeper.given.withLock { $0 }.isEmpty)
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 } == [id: ObjectID(7)])
    }

    @Test func anOwnerThatWasFreedMeanwhileGetsNothing() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        _ = try enter()
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        recorder.ownerEnds(activity, at: ObjectReference.address(of: owner))
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 }.isEmpty)
    }

    @Test func aMisfireDuringAnotherSearchIsRecordedOnceItsOwnerIsConfirmed() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let entry = try #require(recorder.subscribed(owner: activity, chain: ""))
        recorder.deactivated(activity)
        let searching = searchElsewhere()
        let address = UInt(
            bitPattern: Unmanaged.passUnretained(sweeper.subscriber).toOpaque())
        recorder.willDeliverWhileInactive(
            entry, FollowedObject(id: entry.id, address: address))
        #expect(try !hasMisfire())
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(try hasMisfire())
    }

    @Test func aValueBetweenADeactivationAndItsLateSearchIsAMisfire() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let entry = try enter()
        recorder.willDeliver(entry)
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        recorder.willDeliver(entry)
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        #expect(recorder.endScope(scope).isSuspicious)
        #expect(try hasMisfire())
    }

    @Test func aValueBeforeADeactivationWithALateSearchIsNoMisfire() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let entry = try enter()
        recorder.willDeliver(entry)
        let searching = searchElsewhere()
        recorder.deactivated(activity) { [owner] }
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(sweeper.given.withLock { $0 } == [entry.id: ObjectID(7)])
        #expect(try !hasMisfire())
    }

    @Test func aValueOfALateFoundSubscriptionOfAnOwnerThatBecameInactiveIsAMisfire() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        let searching = searchElsewhere()
        let entry = try enter()
        recorder.awaitsOwner(entry.id, task: nil)
        recorder.deactivated(activity)
        recorder.willDeliver(entry)
        let scope = recorder.beginScope("it", runsAlone: true)
        sweeper.mayGoOn.signal()
        searching.wait()
        recorder.endScope(scope)
        #expect(try hasMisfire())
    }

    /// Otherwise a mistake of one test is missed when its RIB is freed before another's search ends.
    @Test func aDeactivationInATestWaitsForAnotherSearch() throws {
        recorder.setSweeper(sweeper)
        _ = recorder.beginScope("it", runsAlone: false)
        recorder.activated(activity, of: owner)
        let id = try enter().id
        let searching = searchElsewhere()
        let sweeper = sweeper
        Thread.detachNewThread {
            sweeper.isLooking.wait()
            sweeper.mayGoOn.signal()
        }
        recorder.deactivated(activity) { [owner] }
        #expect(sweeper.given.withLock { $0 } == [id: ObjectID(7)])
        searching.wait()
    }

    /// A call of the app may write a judgement, such as a `deinit` with the tree that it ends with.
    @Test func aJudgementThatWaitsForASearchKeepsNoOtherFromBeingWritten() throws {
        recorder.setSweeper(sweeper)
        let scope = recorder.beginScope("it", runsAlone: true)
        recorder.activated(activity, of: owner)
        let entry = try #require(recorder.subscribed(owner: activity, chain: ""))
        sweeper.follow(entry, in: recorder)
        recorder.deactivated(activity)
        let (searching, isJudged) = (searchElsewhere(), DispatchSemaphore(value: 0))
        let recorder = recorder
        Thread.detachNewThread {
            recorder.endScope(scope)
            isJudged.signal()
        }
        sweeper.isAsked.wait()
        let session = try #require(recorder.session)
        #expect(session.judgements.withLockIfFree { _ in true } == true)
        sweeper.mayGoOn.signal()
        searching.wait()
        isJudged.wait()
    }

    private func hasMisfire() throws -> Bool {
        try recording.facts().contains {
            if case .firedWhileInactive = $0 { true } else { false }
        }
    }

    @Test func aCallLooksByItselfOnceSubscriptionsAreFollowed() throws {
        recorder.setSweeper(sweeper)
        recorder.activated(activity, of: owner)
        guard case .owner(let found, .capturedWeakly)? = subscribe() else {
            Issue.record("the search was not set up")
            return
        }
        #expect(found === activity)
    }
}
