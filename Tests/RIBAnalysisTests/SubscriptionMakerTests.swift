// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

/// Whose subscription an unowned one is by the code that made it.
@Suite struct SubscriptionMakerTests {
    private let trace: SubscriptionTrace

    init() throws { trace = try SubscriptionTrace() }

    private func subscribe(
        by stack: StackID, of owner: ObjectID = .none,
        _ attribution: SubscriptionAttribution = .unowned
    ) -> SubscriptionID {
        trace.trace.subscription(
            owner: owner, stack: stack, ownerIsActive: false, attribution: attribution)
    }

    /// Says that a subscription is alive, and that values came just before some of the last events.
    private func settle(
        _ id: SubscriptionID, values first: Int? = nil, _ last: Int = 0,
        reason: SettleReason = .exit, scope: ScopeID = .none
    ) {
        trace.settle([id], reason, scope: scope, counts: counts(first, last))
    }

    private func counts(_ first: Int?, _ last: Int) -> DeliveryCounts {
        guard let first else { return DeliveryCounts() }
        let now = trace.trace.events.last?.timestamp ?? 0
        func time(_ ago: Int) -> UInt64 { now - UInt64(ago) * 1_000 + 1 }
        return DeliveryCounts(
            whileActive: first == last ? 1 : 2, firstAt: time(first), lastAt: time(last))
    }

    private func gists() throws -> [String] { try trace.report().findings.map(gist) }

    private static let fired = "fired-while-inactive HomeInteractor at Root/Home"
    private static let outlived = "outlived-interactor HomeInteractor at Root/Home"

    // MARK: - Who made it

    @Test func theOnlyInteractorOfTheClassMadeIt() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [Self.fired])
        #expect(try trace.report().unowned.count == 0)
    }

    @Test func theRoutersCodeIsItsInteractors() throws {
        let id = subscribe(by: trace.byRouter)
        trace.detach()
        settle(id)
        #expect(try gists() == [Self.outlived])
    }

    @Test func aWorkersCodeIsItsOwn() throws {
        let worker = trace.worker()
        let id = subscribe(by: trace.byWorker)
        trace.trace.append(.workerStopped(worker))
        settle(id, values: 0)
        #expect(try gists() == ["fired-while-inactive HomeWorker at Root/Home"])
    }

    @Test func ofTwoOfAClassNobodyDid() throws {
        _ = trace.trace.rib("Home")
        let id = subscribe(by: trace.byHome)
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [])
        #expect(try trace.report().unowned.count == 1)
    }

    @Test func anotherOneMayHaveLivedBeforeOrLiveLater() throws {
        let before = trace.trace.rib("Home")
        trace.trace.destroy(before.router, before.interactor, before.view)
        let id = subscribe(by: trace.byHome)
        _ = trace.trace.rib("Home")
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [Self.fired])
    }

    @Test func aSubclassCountsAsItsSuperclass() throws {
        let board = trace.trace.string("BoardInteractor")
        trace.trace.append(
            .supertypeDefined(board, of: trace.trace.string("ScoreInteractor")))
        trace.trace.append(
            .supertypeDefined(board, of: trace.trace.string("HomeInteractor")))
        _ = trace.trace.object(.interactor, "ScoreInteractor")
        let id = subscribe(by: trace.byHome)
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [Self.fired])
    }

    @Test func whatAClosureDoesIsTheFirstOnesOnly() throws {
        let id = subscribe(by: trace.byClosure)
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [Self.fired])
    }

    @Test func aClosureMayBeThatOfOneThatIsGone() throws {
        let before = trace.trace.rib("Home")
        trace.trace.destroy(before.router, before.interactor, before.view)
        let id = subscribe(by: trace.byClosure)
        trace.detach()
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test(arguments: SubscriptionTrace.byNobody)
    func codeThatRunsInNoPartMakesItForNobody(stack: StackID) throws {
        let id = subscribe(by: stack)
        trace.detach()
        settle(id, values: 0)
        #expect(try gists() == [])
        #expect(try trace.report().unowned.count == 1)
    }

    @Test func whatIsMadeForAnInactiveOneIsUnowned() throws {
        trace.detach()
        let id = subscribe(by: trace.byHome)
        trace.attach()
        trace.detach()
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func whatWasSeenRanksAbove() throws {
        let id = subscribe(by: trace.byHome)
        trace.trace.append(
            .subscriptionOwned(
                id, by: trace.root.interactor, ownerIsActive: true, attribution: .kept))
        trace.detach()
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func aDisputedSubscriptionStaysUnowned() throws {
        let id = subscribe(by: trace.byHome)
        trace.trace.append(
            .subscriptionOwned(id, by: .none, ownerIsActive: true, attribution: .disputed))
        trace.detach()
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func aTraceThatMissesSomethingShowsNothing() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        trace.trace.append(.dropped(.lifecycle, count: 1))
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    // MARK: - Certain makers

    @Test func aValueBeforeTheDeactivationIsNone() throws {
        let id = subscribe(by: trace.byHome)
        let before = counts(0, 0)
        trace.detach()
        trace.settle([id], counts: before)
        #expect(try gists() == [Self.outlived])
    }

    @Test func aValueAfterItsOwnerIsActiveAgainProvesNothing() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        trace.attach()
        settle(id, values: 0)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func whatWasCancelledHasFiredIfAValueCameAfterTheDeactivation() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        trace.trace.append(.subscriptionEnded(id, .cancelled, counts: counts(0, 0)))
        #expect(try gists() == [Self.fired])
    }

    @Test func whatWasCancelledWithoutOneIsNoFinding() throws {
        let id = subscribe(by: trace.byHome)
        let before = counts(0, 0)
        trace.detach()
        trace.trace.append(.subscriptionEnded(id, .cancelled, counts: before))
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func valuesThatAllCameSinceAreCounted() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        trace.trace.append(.viewAppeared(trace.home.view))
        settle(id, values: 1, 0)
        let facts = try #require(try trace.report().findings.first?.subscription)
        #expect(facts.attribution == .made)
        #expect(facts.valuesWhileActive == 0 && facts.valuesWhileInactive == 2)
        #expect(facts.firstFiredAfter != nil && facts.isAlive)
    }

    @Test func ofOthersOneIsCertain() throws {
        let id = subscribe(by: trace.byHome)
        trace.detach()
        settle(id, values: 2, 0)
        let facts = try #require(try trace.report().findings.first?.subscription)
        #expect(facts.valuesWhileActive == nil && facts.valuesWhileInactive == 1)
        #expect(facts.firstFiredAfter == nil)
    }

    @Test func whatOutlivesIsTheTestsThatMadeIt() throws {
        let scope = ScopeID(1)
        trace.trace.append(.scopeBegan(scope, name: trace.trace.string("a")))
        let id = subscribe(by: trace.byHome)
        trace.detach()
        settle(id, reason: .scopeEnd, scope: scope)
        #expect(try trace.report(scope: scope).findings.map(gist) == [Self.outlived])
        #expect(try trace.report(scope: ScopeID(2)).findings == [])
        #expect(try trace.report().findings.map(\.test) == ["a"])
    }

    // MARK: - The list

    private func list(_ filter: SubscriptionFilter = SubscriptionFilter()) throws -> [String] {
        let reading = try SubscriptionReading(of: trace.trace.folder, filter)
        return SubscriptionReport([reading], symbolizer: trace.functions).lists[0].subscriptions.map
        {
            "\($0.owner?.ribPath ?? "-") \($0.attribution.name)"
        }
    }

    @Test func theListShowsWhoMadeIt() throws {
        _ = subscribe(by: trace.byHome)
        _ = subscribe(by: trace.byService)
        #expect(try list() == ["Root/Home made", "- unowned"])
        #expect(try list(SubscriptionFilter(ribPath: "Root/Home")) == ["Root/Home made"])
    }

    @Test func whatAnotherRIBsCodeMadeInAnActivationIsDisputed() throws {
        _ = subscribe(by: trace.byOther, of: trace.home.interactor, .current)
        _ = subscribe(by: trace.byService, of: trace.home.interactor, .current)
        #expect(try list() == ["Root/Home current", "- disputed"])
    }

    @Test func theStoryOfASubscriptionSaysSoToo() throws {
        let id = subscribe(by: trace.byHome)
        let explanation = try Explanation(ofSubscription: id.rawValue, in: trace.trace.folder)
        guard case .subscription(let story) = explanation.story(trace.functions)?.story else {
            Issue.record("no story")
            return
        }
        #expect(story.subscription.attribution == .made)
        #expect(story.subscription.owner?.type == "HomeInteractor")
    }
}
