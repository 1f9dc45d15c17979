// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// The findings about subscriptions that live too long, with one row for each distinction.
@Suite struct SubscriptionJudgementTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let expected: [String]
        let events: @Sendable (SubscriptionTrace) -> Void

        init(
            _ name: String, _ expected: String...,
            events: @escaping @Sendable (SubscriptionTrace) -> Void
        ) {
            testDescription = name
            self.expected = expected
            self.events = events
        }
    }

    @Test(arguments: outlivedRows + madeWhileInactiveRows + accumulatingRows)
    func finds(row: Row) throws {
        let trace = try SubscriptionTrace()
        row.events(trace)
        #expect(try trace.report().findings.map(gist) == row.expected)
    }

    private static let outlived = "outlived-interactor HomeInteractor at Root/Home"

    static let outlivedRows: [Row] = [
        Row("alive after the deactivation, said at the exit", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id])
        },
        Row("the host asked", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .request)
        },
        Row("alive after its owner was freed", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.free()
            $0.settle([id])
        },
        Row("an explicit form needs no evidence", outlived) {
            let id = $0.subscribe(by: .none, .explicit)
            $0.detach()
            $0.settle([id])
        },
        Row("a task that ignores its cancellation", outlived) {
            let id = $0.subscribe(.explicit, .ending)
            $0.detach()
            $0.settle([id])
        },
        Row("silent, but its owner is freed", outlived) {
            let id = $0.subscribe(.explicit, .silent)
            $0.detach()
            $0.free()
            $0.settle([id])
        },
        Row("a subscription of the first activation, in the second's end", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.attach()
            $0.detach()
            $0.settle([id])
        },
        Row("two subscriptions from one place", outlived + ", 2 times") {
            let ids = [$0.subscribe(), $0.subscribe()]
            $0.detach()
            $0.settle(ids)
        },
        Row("found again by each judgement, once in all", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .request)
            $0.settle([id], .request)
            $0.settle([id])
        },
        Row("a worker's", "outlived-interactor HomeWorker at Root/Home") {
            let worker = $0.worker()
            let id = $0.trace.subscription(owner: worker, stack: $0.byWorker)
            $0.trace.append(.workerStopped(worker))
            $0.settle([id])
        },
        Row("ended after it was found", outlived) {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .request)
            $0.end(id)
            $0.settle([])
        },
        Row("ended at the deactivation") {
            let id = $0.subscribe()
            $0.end(id)
            $0.detach()
            $0.settle([])
        },
        Row("completed after the deactivation, before the judgement") {
            let id = $0.subscribe()
            $0.detach()
            $0.trace.append(.subscriptionEnded(id, .completed, counts: DeliveryCounts()))
            $0.settle([])
        },
        Row("ended while it was judged") {
            let id = $0.subscribe()
            $0.detach()
            $0.trace.append(.stillSubscribed(id, counts: DeliveryCounts()))
            $0.end(id)
            $0.settle([])
        },
        Row("not said to be alive") {
            _ = $0.subscribe()
            $0.detach()
            $0.settle([])
        },
        Row("said, but never judged, as in a killed process") {
            let id = $0.subscribe()
            $0.detach()
            $0.trace.append(.stillSubscribed(id, counts: DeliveryCounts()))
        },
        Row("a deadline judges none") {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .deadline)
        },
        Row("what a deadline's judgement said is not left to the next") {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .deadline)
            $0.settle([])
        },
        Row("its owner is active") {
            let id = $0.subscribe()
            $0.settle([id])
        },
        Row("its owner is active again") {
            let id = $0.subscribe()
            $0.detach()
            $0.attach()
            $0.settle([id])
        },
        Row("its owner became active again while it was judged") {
            let id = $0.subscribe()
            $0.detach()
            $0.trace.append(.stillSubscribed(id, counts: DeliveryCounts()))
            $0.attach()
            $0.settle([])
        },
        Row("its owner was active again after the host had asked") {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .request)
            $0.attach()
            $0.settle([])
        },
        Row("its owner never was active") {
            let id = $0.trace.subscription(
                owner: $0.other.interactor, stack: $0.byOther, ownerIsActive: true)
            $0.settle([id])
        },
        Row("silent while its owner is inactive") {
            let id = $0.subscribe(.explicit, .silent)
            $0.detach()
            $0.settle([id])
        },
        Row("nobody's") {
            let id = $0.trace.subscription(
                owner: .none, stack: $0.byService, attribution: .unowned)
            $0.detach()
            $0.settle([id])
        },
        Row("as good as nobody's") {
            let id = $0.subscribe(by: $0.byService, .unowned)
            $0.detach()
            $0.settle([id])
        },
        Row("a service made it, which the owner had started") {
            let id = $0.subscribe(by: $0.byService)
            $0.detach()
            $0.settle([id])
        },
        Row("no stack shows who made it") {
            let id = $0.subscribe(by: .none)
            $0.detach()
            $0.settle([id])
        },
        Row("it fired, which says more", "fired-while-inactive HomeInteractor at Root/Home") {
            let id = $0.subscribe()
            $0.detach()
            $0.fire(id)
            $0.settle([id], counts: DeliveryCounts(whileInactive: 2))
        },
        Row(
            "it fired after it was found", "fired-while-inactive HomeInteractor at Root/Home"
        ) {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], .request)
            $0.fire(id)
        },
        Row("it fired, though that event is missing") {
            let id = $0.subscribe()
            $0.detach()
            $0.settle([id], counts: DeliveryCounts(whileInactive: 1))
        },
        Row("the trace does not tell of it") {
            $0.detach()
            $0.settle([SubscriptionID(4_711)])
        },
        Row(
            "its owner leaks too, which tells of it",
            "leaked-interactor HomeInteractor at Root/Home"
        ) {
            let id = $0.subscribe()
            $0.detach()
            $0.trace.destroy($0.home.router, $0.home.view)
            $0.trace.append(.stillAlive($0.home.interactor))
            $0.settle([id])
        },
    ]

    @Test func aLeakListsItsLiveSubscriptions() throws {
        let trace = try SubscriptionTrace()
        let ids = ["a", "b"].map {
            trace.trace.subscription(
                owner: trace.home.interactor, chain: $0, stack: trace.byHome)
        }
        trace.detach()
        trace.trace.destroy(trace.home.router, trace.home.view)
        trace.trace.append(.stillAlive(trace.home.interactor))
        trace.settle(ids)
        let findings = try trace.report().findings
        #expect(findings.map(\.kind) == [.leakedInteractor, .outlivedInteractor])
        #expect(Set(findings.map(\.subscription?.chain)) == ["a", "b"])
        #expect(findings.first?.stacks.subscribe != nil)
    }

    @Test func whereOneFiredTheOthersOfItsSourceAreNotReportedBeside() throws {
        let trace = try SubscriptionTrace()
        let ids = [trace.subscribe(), trace.subscribe()]
        trace.detach()
        trace.fire(ids[0])
        trace.settle([ids[1]])
        #expect(try trace.report().findings.map(\.kind) == [.firedWhileInactive])
    }

    private static let early = "subscribed-while-inactive HomeInteractor at Root/Home"

    static let madeWhileInactiveRows: [Row] = [
        Row("made after the deactivation", early) {
            $0.detach()
            $0.end($0.subscribe(whileActive: false))
        },
        Row("made by an explicit form", early) {
            $0.detach()
            $0.end($0.subscribe(by: .none, .explicit, whileActive: false))
        },
        Row("a task that was cancelled at once", early) {
            $0.detach()
            $0.end($0.subscribe(.explicit, .ending, whileActive: false))
        },
        Row("made after the deactivation and alive, which is one finding", early) {
            $0.detach()
            $0.settle([$0.subscribe(whileActive: false)])
        },
        Row("made before the first activation", early) {
            _ = $0.subscribe(whileActive: false)
        },
        Row("made twice in one place", early + ", 2 times") {
            $0.detach()
            $0.end($0.subscribe(whileActive: false))
            $0.end($0.subscribe(whileActive: false))
        },
        Row("confineTo waits") {
            $0.detach()
            _ = $0.subscribe(.explicit, .silent, whileActive: false)
        },
        Row("a closure that captures the owner says nothing of when") {
            $0.detach()
            _ = $0.subscribe(.captured, whileActive: false)
        },
        Row("nobody is inactive") {
            _ = $0.trace.subscription(
                owner: .none, stack: $0.byHome, ownerIsActive: false, attribution: .explicit)
        },
        Row("an owner that the trace does not know") {
            _ = $0.trace.subscription(
                owner: ObjectID(4_711), ownerIsActive: false, attribution: .explicit)
        },
        Row("made by a service") {
            $0.detach()
            _ = $0.subscribe(by: $0.byService, whileActive: false)
        },
        Row("no stack shows who made one while inactive") {
            $0.detach()
            _ = $0.subscribe(by: .none, whileActive: false)
        },
        Row(
            "made while inactive, and fired", "fired-while-inactive HomeInteractor at Root/Home"
        ) {
            $0.detach()
            $0.fire($0.subscribe(whileActive: false))
        },
    ]

    private static let accumulating = "accumulating-subscriptions HomeInteractor at Root/Home"

    static let accumulatingRows: [Row] = [
        Row("three activations added one each, and the owner is active", accumulating) {
            _ = $0.subscribeInActivations(3)
            $0.attach()
            $0.settle([])
        },
        Row("three activations added one each, and the owner is inactive", accumulating) {
            $0.settle($0.subscribeInActivations(3))
        },
        Row("silent ones accumulate too", accumulating) {
            $0.settle($0.subscribeInActivations(3, .explicit, .silent))
        },
        Row("found again with more", accumulating) {
            _ = $0.subscribeInActivations(3)
            $0.attach()
            $0.settle([], .request)
            _ = $0.subscribe()
            $0.settle([])
        },
        Row("two activations are no accumulation", outlived + ", 2 times") {
            $0.settle($0.subscribeInActivations(2))
        },
        Row("three of one activation are none") {
            for _ in 1...3 { _ = $0.subscribe() }
            $0.settle([])
        },
        Row("three of two activations are none") {
            _ = $0.subscribeInActivations(2)
            $0.attach()
            $0.settle([])
            $0.detach()
            $0.attach()
        },
        Row("each activation's own ended before the next") {
            for id in $0.subscribeInActivations(4) { $0.end(id) }
            $0.attach()
            $0.settle([])
        },
        Row("one of three has ended") {
            $0.end($0.subscribeInActivations(3)[1])
            $0.attach()
            $0.settle([])
        },
        Row("of different places") {
            for stack in [$0.byHome, $0.byHomeElsewhere, $0.byHome] {
                $0.attach()
                _ = $0.subscribe(by: stack)
                $0.detach()
            }
            $0.attach()
            $0.settle([])
        },
        Row("of different chains") {
            for chain in ["a", "b", "c"] {
                $0.attach()
                _ = $0.trace.subscription(
                    owner: $0.home.interactor, chain: chain, stack: $0.byHome)
                $0.detach()
            }
            $0.attach()
            $0.settle([])
        },
        Row("of an inactive owner, not said to be alive") {
            _ = $0.subscribeInActivations(3)
            $0.settle([])
        },
        Row("of an active owner, in a trace that misses events") {
            _ = $0.subscribeInActivations(3)
            $0.attach()
            $0.settle([])
            $0.trace.append(.dropped(.essential, count: 1))
        },
        Row("of an inactive owner, in a trace that misses events", accumulating) {
            $0.settle($0.subscribeInActivations(3))
            $0.trace.append(.dropped(.essential, count: 1))
        },
        Row("a service's") {
            _ = $0.subscribeInActivations(3, by: $0.byService)
            $0.attach()
            $0.settle([])
        },
        Row("never judged") {
            _ = $0.subscribeInActivations(3)
            $0.attach()
        },
        Row("judged at a deadline only") {
            _ = $0.subscribeInActivations(3)
            $0.attach()
            $0.settle([], .deadline)
        },
    ]

    @Test func manyJudgementsDoNotEachLookAtEndlesslyManySubscriptions() {
        var model = SubscriptionModel()
        model.looksLeft = 5
        let record = SubscriptionRecord(
            owner: .none, chain: .none, stack: .none, madeAt: 0, attribution: .explicit,
            confinement: .none, ownerWasActive: true, activation: 1)
        for number in 1...2 as ClosedRange<UInt64> {
            model.noteSubscribed(SubscriptionID(number), record, in: TreeModel())
        }
        #expect((1...3).map { _ in model.lookAtLive().count } == [2, 2, 0])
    }
}
