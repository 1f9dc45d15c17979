// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct TraceTimelineTests {
    /// Such as `activity HomeInteractor at Root/Home, 5–9 µs, open`.
    private func gists(of trace: TraceBuilder) throws -> [String] {
        let timeline = try TraceTimeline(reading: trace.folder)
        return timeline.spans.map { span in
            "\(span.kind) \(timeline.texts[span.name]) at \(timeline.texts[span.ribPath]), "
                + "\(span.start / 1_000)–\(span.end / 1_000) µs" + (span.isOpen ? ", open" : "")
        }
    }

    /// The time of the last event, in microseconds: each takes one.
    private func now(_ trace: TraceBuilder) -> Int { trace.events.count }

    @Test func aRIBsLifeLastsFromItsAttachmentToItsDetachment() throws {
        let (trace, root) = try launchedRoot()
        let launched = now(trace) - 1
        let home = trace.object(.router, "HomeRouter")
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        let attached = now(trace)
        trace.append(.detached(child: home, parent: root.router, stack: .none))
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        trace.destroy(home)
        let end = now(trace)

        #expect(
            try gists(of: trace).filter { $0.hasPrefix("rib ") } == [
                "rib RootRouter at Root, \(launched)–\(end) µs, open",
                "rib HomeRouter at Root/Home, \(attached)–\(attached + 1) µs",
                "rib HomeRouter at Root/Home, \(attached + 2)–\(end) µs",
            ])
    }

    @Test func aSubscriptionKeepsWhatIsKnownOfItBesideItsSpan() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "Timer → sink")
        trace.append(
            .subscriptionEnded(
                subscription, .failed,
                counts: DeliveryCounts(
                    whileActive: 3, firstAt: 1_000_001_000, lastAt: 1_000_002_000)))
        let spans = try TraceTimeline(reading: trace.folder).spans
        #expect(
            spans.compactMap(\.subscription) == [
                SubscriptionSpan(
                    attribution: .current, confinement: .none,
                    deliveries: ListedSubscription.Deliveries(
                        whileActive: 3, whileInactive: 0, first: 1_000, last: 2_000),
                    end: .failed)
            ])
    }

    @Test func partsStandAtThePlaceOfTheirRIBBeforeItsChildren() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        let subscription = trace.subscription(of: root, chain: "Timer → sink")
        let worker = trace.object(.worker, "SyncWorker")
        trace.append(.workerStarted(worker, by: root.interactor))
        trace.append(.workerStopped(worker))
        trace.append(.subscriptionEnded(subscription, .completed, counts: DeliveryCounts()))

        #expect(
            try gists(of: trace).map { $0.prefix { $0 != "," } } == [
                "rib RootRouter at Root", "activity RootInteractor at Root",
                "worker SyncWorker at Root", "view RootViewController at Root",
                "subscription Timer → sink at Root", "rib HomeRouter at Root/Home",
                "activity HomeInteractor at Root/Home", "view HomeViewController at Root/Home",
            ])
    }

    @Test func aRIBThatMovesHasEachLifeAtItsPlace() throws {
        let (trace, root) = try launchedRoot()
        let (home, other) = (trace.rib("Home"), trace.rib("Other"))
        trace.attach(other, to: root)
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        trace.attach(home, to: other)

        let lives = try gists(of: trace).filter { $0.hasPrefix("rib HomeRouter") }
        #expect(
            lives.map { $0.prefix { $0 != "," } } == [
                "rib HomeRouter at Root/Home", "rib HomeRouter at Root/Other/Home",
            ])
    }

    @Test func aTreeBuiltFromTheBottomHasItsPlaces() throws {
        let trace = try TraceBuilder()
        let (root, home, detail) = (trace.rib("Root"), trace.rib("Home"), trace.rib("Detail"))
        trace.attach(detail, to: home)
        trace.attach(home, to: root)
        trace.launch(root)
        trace.detach(detail, from: home)

        #expect(
            try gists(of: trace).contains { $0.hasPrefix("rib DetailRouter at Root/Home/Detail,") })
    }

    @Test func aRIBWithoutBaseClassesHasItsLifeAndItsActivity() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.object(.rib, "Home")
        trace.append(.attached(child: home, parent: root.router, stack: .none))
        trace.append(.activated(interactor: home))
        trace.append(.deactivated(interactor: home))
        let end = now(trace)

        #expect(
            try gists(of: trace).suffix(2) == [
                "rib Home at Root/Home, \(end - 2)–\(end) µs, open",
                "activity Home at Root/Home, \(end - 1)–\(end) µs",
            ])
    }

    @Test func onlyTheFirstInactiveValueOfASubscriptionIsMarked() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "Timer")
        for _ in 1...1_000 {
            trace.append(
                .firedWhileInactive(
                    subscription, scope: .none, stack: .none, sinceDeactivation: 5))
        }

        let timeline = try TraceTimeline(reading: trace.folder)
        let began = UInt64(now(trace) - 1_000) * 1_000
        #expect(
            timeline.spans.last?.marks == [
                TimelineMark(kind: .firedWhileInactive, time: began + 1_000)
            ])
    }

    @Test func anUnownedSubscriptionHasNoRIB() throws {
        let trace = try TraceBuilder()
        let chain = trace.string("Timer")
        trace.append(
            .subscribed(
                SubscriptionID(1), owner: .none, ownerIsActive: false, chain: chain, stack: .none))

        #expect(try gists(of: trace) == ["subscription Timer at (no RIB), 2–2 µs, open"])
    }

    @Test func anEndWithoutABeginningIsSkipped() throws {
        let trace = try TraceBuilder()
        let home = trace.object(.router, "HomeRouter")
        trace.append(.detached(child: home, parent: ObjectID(999), stack: .none))
        trace.append(.deactivated(interactor: ObjectID(998)))
        trace.append(
            .subscriptionEnded(SubscriptionID(997), .cancelled, counts: DeliveryCounts()))
        trace.append(.workerStopped(ObjectID(996)))

        #expect(try gists(of: trace) == [])
        trace.launch(trace.rib("Root"))
        #expect(try gists(of: trace).contains { $0.hasPrefix("rib RootRouter at Root,") })
    }
}
