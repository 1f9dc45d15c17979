// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct SubscriptionReportTests {
    /// Subscribes as the recorder says it.
    private func subscribe(
        _ trace: TraceBuilder, _ id: UInt64, owner: ObjectID, stack: StackID = .none,
        _ attribution: SubscriptionAttribution = .current,
        _ confinement: SubscriptionConfinement = .none
    ) {
        let chain = trace.string("Timer → sink")
        trace.append(
            .subscribed(
                SubscriptionID(id), owner: owner, ownerIsActive: true, chain: chain, stack: stack,
                attribution: attribution, confinement: confinement))
    }

    private func list(
        _ trace: TraceBuilder, _ filter: SubscriptionFilter = SubscriptionFilter(),
        _ symbols: some Symbolizing = NoSymbols()
    ) throws -> [ListedSubscription] {
        let reading = try SubscriptionReading(of: trace.folder, filter)
        return SubscriptionReport([reading], symbolizer: symbols).lists.flatMap(\.subscriptions)
    }

    private func ids(_ trace: TraceBuilder, _ ribPath: String) throws -> [UInt64] {
        try list(trace, SubscriptionFilter(ribPath: ribPath)).map(\.id)
    }

    @Test func aSubscriptionIsListedWithAllItsFacts() throws {
        let (trace, root) = try launchedRoot()
        subscribe(trace, 5, owner: root.interactor, .captured, .silent)
        let made = UInt64(trace.events.count) * 1_000
        trace.append(
            .subscriptionEnded(
                SubscriptionID(5), .ownerGone,
                counts: DeliveryCounts(
                    whileActive: 3, whileInactive: 2, firstAt: 1_000_007_000,
                    lastAt: 1_000_009_000)))

        let owner = ListedSubscription.Owner(
            id: root.interactor.rawValue, type: "RootInteractor", ribPath: "Root")
        #expect(
            try list(trace) == [
                ListedSubscription(
                    id: 5, owner: owner, chain: "Timer → sink", attribution: .captured,
                    confinement: .silent, madeAt: made,
                    deliveries: ListedSubscription.Deliveries(
                        whileActive: 3, whileInactive: 2, first: 7_000, last: 9_000),
                    firedWhileInactive: true, end: .ownerGone, endedAt: made + 1_000)
            ])
    }

    @Test func whatASettlingSaysCountsUntilTheEnd() throws {
        let (trace, root) = try launchedRoot()
        subscribe(trace, 5, owner: root.interactor)
        let counts = DeliveryCounts(whileActive: 3, firstAt: 1_000_001_000, lastAt: 1_000_002_000)
        trace.append(.stillSubscribed(SubscriptionID(5), counts: counts))
        let found = try list(trace)
        #expect(found.map(\.end) == [nil])
        #expect(
            found.map(\.deliveries) == [
                ListedSubscription.Deliveries(
                    whileActive: 3, whileInactive: 0, first: 1_000, last: 2_000)
            ])
    }

    @Test func aKilledProcessMayHaveSaidNothingButTheFirstInactiveValue() throws {
        let (trace, root) = try launchedRoot()
        subscribe(trace, 5, owner: root.interactor)
        subscribe(trace, 6, owner: root.interactor)
        trace.append(
            .firedWhileInactive(
                SubscriptionID(6), scope: .none, stack: .none, sinceDeactivation: 1))
        let found = try list(trace)
        #expect(found.map(\.deliveries) == [nil, nil])
        #expect(found.map(\.firedWhileInactive) == [false, true])
    }

    @Test func aValueSinceTheCountIsNotForgotten() throws {
        let (trace, root) = try launchedRoot()
        subscribe(trace, 5, owner: root.interactor)
        trace.append(.stillSubscribed(SubscriptionID(5), counts: DeliveryCounts(whileActive: 1)))
        trace.append(
            .firedWhileInactive(
                SubscriptionID(5), scope: .none, stack: .none, sinceDeactivation: 1))
        #expect(try list(trace).map { $0.deliveries?.whileInactive } == [1])
    }

    @Test func parentsComeBeforeChildrenAndNobodyLast() throws {
        let (trace, root) = try launchedRoot()
        let (home, rootless) = (trace.rib("Home"), trace.rib("Root-"))
        trace.attach(home, to: root)
        trace.launch(rootless)
        subscribe(trace, 5, owner: .none, .unowned)
        subscribe(trace, 6, owner: rootless.interactor)
        subscribe(trace, 7, owner: home.interactor)
        subscribe(trace, 8, owner: root.interactor)
        #expect(try list(trace).map(\.id) == [8, 7, 6, 5])
        #expect(try list(trace).map { $0.owner?.ribPath } == ["Root", "Root/Home", "Root-", nil])
    }

    @Test func aPathTakesItselfAndWhatIsBelow() throws {
        let (trace, root) = try launchedRoot()
        let (home, homely) = (trace.rib("Home"), trace.rib("Homely"))
        trace.attach(home, to: root)
        trace.attach(homely, to: root)
        subscribe(trace, 5, owner: root.interactor)
        subscribe(trace, 6, owner: home.interactor)
        subscribe(trace, 7, owner: homely.interactor)
        subscribe(trace, 8, owner: .none, .unowned)
        #expect(try ids(trace, "Root") == [5, 6, 7])
        #expect(try ids(trace, "Root/Home") == [6])
        #expect(try ids(trace, "Root/Home//") == [6])
        #expect(try ids(trace, "Home") == [])
        #expect(try ids(trace, "root") == [])
    }

    @Test func onlyWhatHasNotEndedIsAlive() throws {
        let (trace, root) = try launchedRoot()
        subscribe(trace, 5, owner: root.interactor)
        subscribe(trace, 6, owner: root.interactor)
        trace.append(.subscriptionEnded(SubscriptionID(5), .completed, counts: DeliveryCounts()))
        #expect(try list(trace, SubscriptionFilter(isAliveOnly: true)).map(\.id) == [6])
    }

    @Test func itWasMadeAtTheInnermostFrameOfTheProject() throws {
        let (trace, root) = try launchedRoot()
        let image = ImageID(1)
        trace.append(
            .imageDefined(ImageDefinition(id: image, loadBias: 0, path: "/app", buildID: "")))
        let frames = [0, 1].map { StackDefinition.Frame(image: image, offset: $0) }
        trace.append(.stackDefined(StackID(1), StackDefinition(frames: frames, isTruncated: false)))
        subscribe(trace, 5, owner: root.interactor, stack: StackID(1))
        let names = NamedFunctions(functions: ["Root.inner()", "Root.outer()"])
        #expect(
            try list(trace, SubscriptionFilter(), names).map { $0.place?.function } == [
                "Root.inner()"
            ])
    }
}
