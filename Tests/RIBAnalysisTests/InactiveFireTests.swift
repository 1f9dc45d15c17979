// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@Suite struct InactiveFireTests {
    @Test func aValueDeliveredWhileInactiveIsOneFindingWithItsCount() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        let subscription = trace.subscription(of: home, chain: "PassthroughSubject<Int> → sink")
        trace.detach(home, from: root)
        trace.append(
            .firedWhileInactive(
                subscription, scope: .none, stack: .none, sinceDeactivation: 12_000_000))
        trace.append(
            .stillSubscribed(subscription, counts: DeliveryCounts(whileActive: 5, whileInactive: 3))
        )
        trace.destroy(home.router, home.interactor, home.view)
        trace.settle()

        let report = try report(on: trace)
        #expect(report.findings.map(gist) == ["fired-while-inactive HomeInteractor at Root/Home"])
        #expect(report.findings.first?.subscription?.chain == "PassthroughSubject<Int> → sink")
        #expect(report.findings.first?.subscription?.valuesWhileInactive == 3)
        #expect(report.findings.first?.subscription?.firstFiredAfter == 12_000_000)
        #expect(report.summary.inactiveFires == 1)
        #expect(report.summary.leaks == 0)
    }

    @Test func aProcessKilledBeforeItSettledStillReportsTheFirstValue() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "sink")
        trace.append(
            .firedWhileInactive(subscription, scope: .none, stack: .none, sinceDeactivation: 1))

        let finding = try #require(try report(on: trace).findings.first)
        #expect(finding.subscription?.valuesWhileInactive == 1)
    }

    @Test func aSubscriptionThatNeverFiredWhileInactiveIsNoFinding() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "sink")
        trace.append(
            .subscriptionEnded(subscription, .cancelled, counts: DeliveryCounts(whileActive: 5)))
        trace.settle()

        try expectClean(trace)
    }
}
