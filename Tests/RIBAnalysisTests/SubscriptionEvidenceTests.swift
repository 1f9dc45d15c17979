// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

/// Whose a subscription is by what was seen of it after it was made.
@Suite struct SubscriptionEvidenceTests {
    private let trace: SubscriptionTrace

    init() throws { trace = try SubscriptionTrace() }

    private func subscribe(
        of owner: ObjectID = .none, by stack: StackID,
        _ attribution: SubscriptionAttribution = .unowned
    ) -> SubscriptionID {
        trace.trace.subscription(
            owner: owner, stack: stack, ownerIsActive: true, attribution: attribution)
    }

    private func see(
        _ id: SubscriptionID, of owner: ObjectID, _ attribution: SubscriptionAttribution
    ) {
        trace.trace.append(
            .subscriptionOwned(id, by: owner, ownerIsActive: true, attribution: attribution))
    }

    private func gists() throws -> [String] { try trace.report().findings.map(gist) }

    private static let fired = "fired-while-inactive HomeInteractor at Root/Home"

    @Test(arguments: [SubscriptionAttribution.kept, .captured, .capturedWeakly])
    func whatASightGivesToAnOwnerIsItsOwn(attribution: SubscriptionAttribution) throws {
        let id = subscribe(by: trace.byService)
        trace.detach()
        see(id, of: trace.home.interactor, attribution)
        trace.fire(id)
        #expect(try gists() == [Self.fired])
        #expect(try trace.report().unowned.count == 0)
    }

    @Test func whatOutlivesAnOwnerThatWasFoundAtItsDeactivationIsReported() throws {
        let id = subscribe(by: trace.byService)
        trace.detach()
        see(id, of: trace.home.interactor, .kept)
        trace.settle([id])
        #expect(try gists() == ["outlived-interactor HomeInteractor at Root/Home"])
    }

    @Test func whatIsSeenLateLeavesTheTimeOfTheDeactivation() throws {
        let id = subscribe(of: trace.home.interactor, by: trace.byHome, .current)
        trace.detach()
        // Each event is a microsecond later.
        for _ in 0..<100 { trace.trace.append(.viewAppeared(trace.home.view)) }
        see(id, of: trace.home.interactor, .kept)
        trace.settle([id])
        #expect(try trace.report().findings.first?.subscription?.outlivedBy ?? 0 > 100_000)
    }

    @Test func aTokenShowsTheOwnerWhoeverMadeIt() throws {
        let id = subscribe(of: trace.home.interactor, by: trace.byOther, .current)
        trace.detach()
        see(id, of: trace.home.interactor, .kept)
        trace.fire(id)
        #expect(try gists() == [Self.fired])
    }

    @Test func aCaptureDoesNotIfAnotherRIBMadeIt() throws {
        let id = subscribe(by: trace.byOther)
        trace.detach()
        see(id, of: trace.home.interactor, .capturedWeakly)
        trace.fire(id)
        try expectClean(trace.trace, symbolizer: trace.functions)
    }

    @Test func aDisputedSubscriptionIsUnowned() throws {
        let id = subscribe(of: trace.home.interactor, by: trace.byHome, .current)
        see(id, of: .none, .disputed)
        trace.detach()
        trace.settle([id])
        #expect(try gists() == [])
        #expect(try trace.report().unowned.count == 1)
    }

    @Test func anExplicitOwnerIsKept() throws {
        let id = subscribe(of: trace.home.interactor, by: trace.byHome, .explicit)
        see(id, of: trace.other.interactor, .kept)
        trace.detach()
        trace.fire(id)
        #expect(try gists() == [Self.fired])
    }

    @Test func whatOthersMadeWhileTheOwnersCodeRanCountsAsUnowned() throws {
        let id = subscribe(of: trace.home.interactor, by: trace.byService, .current)
        trace.detach()
        trace.settle([id])
        #expect(try gists() == [])
        let sites = try trace.report().unowned.sites
        #expect(sites.map(\.count) == [1])
        #expect(sites.map(\.place?.function) == ["ScoreService.start()"])
    }

    @Test func theListShowsWhatWasSeen() throws {
        let id = subscribe(by: trace.byService)
        see(id, of: trace.home.interactor, .kept)
        let reading = try SubscriptionReading(of: trace.trace.folder, SubscriptionFilter())
        let list = SubscriptionReport([reading], symbolizer: NoSymbols())
        let line = list.lists[0].subscriptions.first { $0.id == id.rawValue }
        #expect(line?.attribution == .kept)
        #expect(line?.owner?.type == "HomeInteractor")
    }
}
