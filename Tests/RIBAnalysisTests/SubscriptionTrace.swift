// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import TraceFixtures

@testable import RIBAnalysis

/// A trace about the subscriptions of one RIB that is attached below a root.
final class SubscriptionTrace: Sendable {
    // Safe: each test has its own and uses it on one thread.
    nonisolated(unsafe) let trace: TraceBuilder
    let root: SyntheticRIB
    let home: SyntheticRIB
    /// A RIB that is never attached.
    let other: SyntheticRIB

    let byHome = StackID(1)
    let byHomeElsewhere = StackID(2)
    let byService = StackID(3)
    let byWorker = StackID(4)
    let byOther = StackID(5)
    let byClosure = StackID(6)
    let byRouter = StackID(7)
    /// Code that runs in no object of which it could be known.
    static let outsideObjects = [
        "static HomeInteractor.make()", "HomeInteractor.init(stream:)",
        "HomeInteractor.__allocating_init(stream:)", "HomeInteractor.deinit",
        "variable initialization expression of HomeInteractor.token", "Following.follow()",
        "observe(scores:)", "closure #1 in makeApp()", "HomeViewController.viewDidLoad()",
        "HomeBuilder.build()",
    ]
    static let byNobody = (8..<8 + outsideObjects.count).map { StackID(UInt64($0)) }
    let functions = NamedFunctions(
        functions: [
            "HomeInteractor.didBecomeActive()", "HomeInteractor.observe()", "ScoreService.start()",
            "HomeWorker.didStart(_:)", "OtherInteractor.didBecomeActive()",
            "closure #1 in HomeInteractor.observe()", "HomeRouter.follow()",
        ] + outsideObjects)

    init() throws {
        (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        home = trace.rib("Home")
        other = trace.rib("Other")
        trace.attach(home, to: root)
    }

    func report(scope: ScopeID? = nil) throws -> RunReport {
        try Analysis.report(on: [trace.folder], symbolizer: functions, scope: scope)
    }

    func attach() { trace.attach(home, to: root) }
    func detach() { trace.detach(home, from: root) }
    func free() { trace.destroy(home.router, home.interactor, home.view) }

    /// - Parameter stack: Who makes it; the interactor unless said.
    func subscribe(
        by stack: StackID = StackID(1), _ attribution: SubscriptionAttribution = .current,
        _ confinement: SubscriptionConfinement = .none, whileActive: Bool = true
    ) -> SubscriptionID {
        trace.subscription(
            owner: home.interactor, stack: stack, ownerIsActive: whileActive,
            attribution: attribution, confinement: confinement)
    }

    /// One subscription in each of some activations, after which the RIB is detached.
    func subscribeInActivations(
        _ count: Int, by stack: StackID = StackID(1),
        _ attribution: SubscriptionAttribution = .current,
        _ confinement: SubscriptionConfinement = .none
    ) -> [SubscriptionID] {
        detach()
        return (0..<count).map { _ in
            attach()
            defer { detach() }
            return subscribe(by: stack, attribution, confinement)
        }
    }

    func end(_ id: SubscriptionID) {
        trace.append(.subscriptionEnded(id, .cancelled, counts: DeliveryCounts()))
    }

    func fire(_ id: SubscriptionID) {
        trace.append(
            .firedWhileInactive(id, scope: .none, stack: .none, sinceDeactivation: 1_000))
    }

    func settle(
        _ alive: [SubscriptionID], _ reason: SettleReason = .exit, scope: ScopeID = .none,
        counts: DeliveryCounts = DeliveryCounts()
    ) {
        trace.settle(subscribed: alive, counts: counts, reason: reason, scope: scope)
    }

    /// A worker of the RIB that has started.
    func worker() -> ObjectID {
        let worker = trace.object(.worker, "HomeWorker")
        trace.append(.owned(worker, by: home.interactor))
        trace.append(.workerStarted(worker, by: home.interactor))
        return worker
    }
}
