// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct LedgerTests {
    @Test func valuesWhileActiveOnlyCount() throws {
        let (recording, activity, entry) = try subscription()
        for _ in 1...100 { recording.recorder.willDeliver(entry) }
        recording.recorder.ended(entry, .cancelled)

        #expect(
            try recording.facts() == [
                .activated(interactor: activity.owner),
                .subscribed(
                    entry.id, owner: activity.owner, ownerIsActive: true, chain: .none, stack: .none
                ),
                .subscriptionEnded(entry.id, .cancelled, counts: DeliveryCounts(whileActive: 100)),
            ])
    }

    @Test func theFirstValueWhileInactiveIsAnEventAndTheRestCount() throws {
        let (recording, activity, entry) = try subscription()
        recording.recorder.willDeliver(entry)
        recording.recorder.deactivated(activity)
        for _ in 1...7 { recording.recorder.willDeliver(entry) }
        recording.recorder.ended(entry, .completed)

        #expect(
            try recording.facts().suffix(3) == [
                .deactivated(interactor: activity.owner),
                .firedWhileInactive(entry.id, scope: .none, stack: .none, sinceDeactivation: 0),
                .subscriptionEnded(
                    entry.id, .completed, counts: DeliveryCounts(whileActive: 1, whileInactive: 7)),
            ])
    }

    @Test func valuesAfterAnotherActivationAreFine() throws {
        let (recording, activity, entry) = try subscription()
        recording.recorder.deactivated(activity)
        recording.recorder.activated(activity)
        recording.recorder.willDeliver(entry)

        #expect(entry.counts.withoutTimes == DeliveryCounts(whileActive: 1))
    }

    @Test func valuesBeforeTheFirstActivationAreFine() throws {
        let recording = try Recording()
        let activity = Activity(owner: ObjectID(1))
        let entry = try #require(recording.recorder.subscribed(owner: activity, chain: "sink"))
        recording.recorder.willDeliver(entry)

        #expect(entry.counts.withoutTimes == DeliveryCounts(whileActive: 1))
    }

    @Test func aValueInFlightWhenTheSubscriptionWasCancelledIsFine() throws {
        let (recording, activity, entry) = try subscription()
        recording.recorder.ended(entry, .cancelled)
        recording.recorder.deactivated(activity)
        recording.recorder.willDeliver(entry)

        #expect(entry.counts == DeliveryCounts())
        #expect(try recording.facts().last == .deactivated(interactor: activity.owner))
    }

    @Test func aValueThatWasLetThroughInTimeIsFine() throws {
        let (recording, activity, entry) = try subscription()
        recording.recorder.deactivated(activity)
        entry.countWhileActive()

        #expect(entry.counts.withoutTimes == DeliveryCounts(whileActive: 1))
        #expect(try recording.facts().last == .deactivated(interactor: activity.owner))
    }

    @Test func whatTheRuntimeSubscribesToForItselfIsNotTaken() throws {
        let recorder = try Recording().recorder
        let owner = Activity(owner: ObjectID(1))
        #expect(recorder.takesUnowned)
        recorder.attributing(to: owner) {
            recorder.outOfLedger {
                #expect(recorder.currentOwner == nil)
                #expect(!recorder.takesUnowned)
                // Code of the host, which the runtime calls in the midst.
                recorder.attributing(to: nil) { #expect(recorder.takesUnowned) }
                #expect(!recorder.takesUnowned)
            }
            #expect(recorder.currentOwner === owner)
        }
        #expect(recorder.takesUnowned)
    }

    @Test func aSubscriptionEndsOnce() throws {
        let (recording, _, entry) = try subscription()
        recording.recorder.ended(entry, .cancelled)
        recording.recorder.ended(entry, .completed)

        let ends = try recording.facts().filter { event in
            if case .subscriptionEnded = event { return true }
            return false
        }
        #expect(ends == [.subscriptionEnded(entry.id, .cancelled, counts: DeliveryCounts())])
    }

    @Test func theOwnerIsTheInnermostAttributionOfTheThread() throws {
        let recording = try Recording()
        let outer = Activity(owner: ObjectID(1))
        let inner = Activity(owner: ObjectID(2))
        let recorder = recording.recorder
        recorder.attributing(to: outer) {
            recorder.attributing(to: inner) { #expect(recorder.currentOwner === inner) }
            #expect(recorder.currentOwner === outer)
            recorder.attributing(to: nil) { #expect(recorder.currentOwner == nil) }
            #expect(recorder.currentOwner === outer)
        }
        #expect(recorder.currentOwner == nil)
    }

    @Test func endedSubscriptionsLeaveTheLedger() throws {
        let (recording, activity, entry) = try subscription()
        recording.recorder.deactivated(activity)
        recording.recorder.willDeliver(entry)
        let ledger = try #require(recording.recorder.session).ledger
        #expect(ledger.entriesToReport().map(\.id) == [entry.id])
        recording.recorder.ended(entry, .cancelled)
        #expect(ledger.entriesToReport().isEmpty)
    }

    /// A subscription of an active interactor.
    private func subscription() throws -> (Recording, Activity, LedgerEntry) {
        let recording = try Recording()
        let activity = Activity(owner: ObjectID(1))
        recording.recorder.activated(activity)
        let entry = try #require(recording.recorder.subscribed(owner: activity, chain: "sink"))
        return (recording, activity, entry)
    }
}
