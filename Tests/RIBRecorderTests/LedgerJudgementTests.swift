// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

/// What the ledger says at a judgement, and what it keeps until then.
@Suite struct LedgerJudgementTests {
    private let recording: Recording
    private let recorder: Recorder
    private let activity = Activity(owner: ObjectID(1))

    init() throws {
        recording = try Recording { $0.level = .counts }
        recorder = recording.recorder
        recorder.activated(activity)
    }

    @Test func aSilentSubscriptionOfAnInactiveOwnerIsStillThere() throws {
        let entry = try subscription()
        recorder.deactivated(activity)
        judge()
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func oneOfAnActiveOwnerIsNotReportedToATest() throws {
        let entry = try subscription()
        recorder.willDeliver(entry)
        judge(.scopeEnd)
        #expect(try still() == [])
        judge(.exit)
        #expect(
            try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts(whileActive: 1))])
    }

    @Test func oneThatATestReportedIsNotReportedToALaterOne() throws {
        let entry = try subscription()
        let first = recorder.beginScope("first", runsAlone: true)
        recorder.deactivated(activity)
        recorder.endScope(first)
        recorder.endScope(recorder.beginScope("second", runsAlone: true))
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func anOlderOneIsReportedToTheTestThatDeactivatesItsOwner() throws {
        let ended = try subscription()
        let entry = try subscription()
        recorder.endScope(recorder.beginScope("first", runsAlone: true))
        recorder.ended(ended, .cancelled)
        let second = recorder.beginScope("second", runsAlone: true)
        recorder.deactivated(activity)
        recorder.endScope(second)
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func oneWhoseOwnerIsActiveAgainIsNotReportedToATest() throws {
        let entry = try subscription()
        recorder.deactivated(activity)
        recorder.activated(activity)
        judge(.scopeEnd)
        #expect(try still() == [])
        recorder.deactivated(activity)
        judge()
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func oneOfAnOwnerThatWasNeverActiveIsNotReportedToATest() throws {
        _ = recorder.subscribed(owner: Activity(owner: ObjectID(2)), chain: "sink")
        let entry = try subscription()
        recorder.deactivated(activity)
        judge(.scopeEnd)
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func oneThatNobodyOwnsIsNotReportedToATestInWhichNobodyBecameInactive() throws {
        let scope = recorder.beginScope("first", runsAlone: true)
        let entry = try #require(
            recorder.subscribed(owner: .unowned, chain: "sink", attribution: .unowned))
        recorder.endScope(scope)
        #expect(try still() == [])
        judge(.exit)
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func atATestsEndOneThatNobodyOwnsIsLeftOutUnlessItsSubscriberIsKnownToLive() throws {
        let scope = recorder.beginScope("first", runsAlone: true)
        let entry = try #require(
            recorder.subscribed(owner: .unowned, chain: "sink", attribution: .unowned))
        recorder.deactivated(activity)
        recorder.endScope(scope)
        #expect(try still() == [])
        judge(.exit)
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test(arguments: [SettleReason.request, .exit])
    func theLastJudgementsTellWhatEachDelivered(reason: SettleReason) throws {
        let entry = try subscription()
        let unowned = try #require(
            recorder.subscribed(owner: .unowned, chain: "sink", attribution: .unowned))
        recorder.willDeliver(entry)
        judge(reason)
        #expect(
            try still() == [
                .stillSubscribed(entry.id, counts: DeliveryCounts(whileActive: 1)),
                .stillSubscribed(unowned.id, counts: DeliveryCounts()),
            ])
    }

    @Test func oneThatEndedIsNotMentioned() throws {
        recorder.ended(try subscription(), .ownerGone)
        let entry = try subscription()
        recorder.deactivated(activity)
        judge()
        #expect(try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts())])
    }

    @Test func whatIsKnownAtTheBeginningIsRecorded() throws {
        let entry = try #require(
            recorder.subscribed(
                owner: activity, chain: "sink", attribution: .explicit, confinement: .silent))
        #expect(
            try recording.facts().last
                == .subscribed(
                    entry.id, owner: ObjectID(1), ownerIsActive: true, chain: .none, stack: .none,
                    attribution: .explicit, confinement: .silent))
    }

    @Test func theTimesOfTheFirstAndTheLastValueAreKept() {
        let entry = LedgerEntry(id: SubscriptionID(1), activity: nil)
        #expect(entry.counts == DeliveryCounts())
        entry.countWhileActive(at: 10)
        _ = entry.countWhileInactive(at: 20)
        entry.countWhileActive(at: 30)
        #expect(
            entry.counts
                == DeliveryCounts(whileActive: 2, whileInactive: 1, firstAt: 10, lastAt: 30))
    }

    @Test func whatIsOverWithoutAWordEndsAtTheJudgement() throws {
        let probe = Probe()
        let entry = try subscription(probe)
        judge()
        #expect(recorder.session?.ledger.count == 1)
        probe.answer.withLock { $0 = .ownerGone }
        judge()
        #expect(recorder.session?.ledger.count == 0)
        let ended = TraceEvent.subscriptionEnded(entry.id, .ownerGone, counts: DeliveryCounts())
        #expect(try recording.facts().filter { $0 == ended }.count == 1)
    }

    @Test func oneThatMayHaveEndedUnseenIsMentionedOnlyIfItFired() throws {
        let entry = try subscription(Probe(seesEveryEnd: false))
        recorder.deactivated(activity)
        judge()
        #expect(try still() == [])
        recorder.willDeliver(entry)
        judge()
        #expect(
            try still() == [.stillSubscribed(entry.id, counts: DeliveryCounts(whileInactive: 1))])
    }

    @Test func probesOfWhatIsOverDoNotGather() throws {
        let probe = Probe()
        probe.answer.withLock { $0 = .ownerGone }
        for _ in 1...10_000 { _ = try subscription(probe) }
        #expect(try #require(recorder.session).ledger.count <= 512)
    }

    /// Memory grows with the live subscriptions, not with all there ever were. Counted, not timed.
    @Test func onlyLiveSubscriptionsAreKept() throws {
        let ledger = try #require(recorder.session).ledger
        for number in 2...1001 as ClosedRange<UInt64> {
            let activity = Activity(owner: ObjectID(number))
            recorder.activated(activity)
            let entries = (1...10).compactMap { _ in
                recorder.subscribed(owner: activity, chain: "sink")
            }
            for entry in entries { for _ in 1...20 { recorder.willDeliver(entry) } }
            #expect(ledger.count == 10)
            for entry in entries { recorder.ended(entry, .cancelled) }
            recorder.deactivated(activity)
        }
        #expect(ledger.count == 0)
    }

    private func subscription(_ probe: Probe? = nil) throws -> LedgerEntry {
        try #require(recorder.subscribed(owner: activity, chain: "sink", probe: probe))
    }

    private func judge(_ reason: SettleReason = .request) {
        recorder.session?.judge(reason, scope: .none)
    }

    private func still() throws -> [TraceEvent] {
        try recording.facts().filter { event in
            if case .stillSubscribed = event { return true }
            return false
        }
    }

    /// A probe that says what the test says.
    private final class Probe: SubscriptionProbe {
        let answer = Protected<SubscriptionEnd?>(nil)
        let seesEveryEnd: Bool

        init(seesEveryEnd: Bool = true) { self.seesEveryEnd = seesEveryEnd }

        var end: SubscriptionEnd? { answer.withLock { $0 } }
    }
}
