// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

/// The part of a report about subscriptions without a known owner.
@Suite struct UnownedSubscriptionTests {
    private let trace: SubscriptionTrace

    init() throws {
        trace = try SubscriptionTrace()
    }

    private func subscribe(by stack: StackID) -> SubscriptionID {
        trace.trace.subscription(
            owner: .none, stack: stack, ownerIsActive: false, attribution: .unowned)
    }

    private func sites() throws -> [String] {
        try trace.report().unowned.sites.map { "\($0.place?.function ?? "?") \($0.count)" }
    }

    @Test func thoseThatLiveAreListedByPlace() throws {
        for stack in [.none, trace.byService, trace.byService] { _ = subscribe(by: stack) }
        #expect(try trace.report().unowned.count == 3)
        #expect(
            try sites() == ["ScoreService.start() 2", "? 1"])
    }

    @Test func thoseThatEndedAreNot() throws {
        trace.end(subscribe(by: trace.byService))
        _ = subscribe(by: trace.byService)
        #expect(try sites() == ["ScoreService.start() 1"])
    }

    @Test func thoseOfAnOwnerAreNot() throws {
        _ = trace.subscribe()
        _ = subscribe(by: trace.byService)
        #expect(try sites() == ["ScoreService.start() 1"])
    }

    @Test func thoseOfAnOwnerThatIsNotRecordedAreNot() throws {
        _ = trace.trace.subscription(
            owner: .none, stack: trace.byService, ownerIsActive: false, attribution: .explicit)
        _ = subscribe(by: trace.byService)
        #expect(try sites() == ["ScoreService.start() 1"])
    }

    @Test func thoseThatOwnCodeMadeAreNot() throws {
        _ = subscribe(by: trace.byHome)
        _ = subscribe(by: trace.byService)
        #expect(try sites() == ["ScoreService.start() 1"])
    }

    @Test func theyAreNoFindings() throws {
        let id = subscribe(by: trace.byService)
        trace.detach()
        trace.settle([id])
        let report = try trace.report()
        #expect(report.findings == [])
        #expect(report.unowned.count == 1)
    }

    @Test func theReportOnOneTestListsNone() throws {
        _ = subscribe(by: trace.byService)
        #expect(try trace.report(scope: ScopeID(1)).unowned.count == 0)
        #expect(try trace.report().unowned.count == 1)
    }

    @Test func withoutAStackThePlaceIsNotKnown() throws {
        _ = subscribe(by: .none)
        #expect(try sites() == ["? 1"])
    }
}
