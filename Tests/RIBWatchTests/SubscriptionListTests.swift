// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import RIBWatch
import Synchronization
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

/// The list of subscriptions of a watched process, where its limits ask for one.
@Suite struct SubscriptionListTests {
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let symbols: NamedStacks

    init() throws {
        trace = try TraceBuilder()
        root = trace.rib("Root")
        trace.launch(root)
        symbols = NamedStacks([
            "RootInteractor.didBecomeActive()", "HomeInteractor.didBecomeActive()",
        ])
        symbols.define(in: trace)
    }

    private var limits: WatchLimits {
        var limits = WatchLimits()
        limits.endedSubscriptions = 4
        return limits
    }

    private func session(judgesAside: Bool = false) -> WatchSession {
        WatchSession(trace, limits: limits, symbolizer: symbols, judgesAside: judgesAside)
    }

    /// What the page of a report lists.
    private func reported() throws -> [ListedSubscription] {
        let reading = try SubscriptionReading(of: trace.folder, SubscriptionFilter())
        return SubscriptionReport([reading], symbolizer: symbols).lists
            .flatMap(\.subscriptions).sorted { $0.id < $1.id }
    }

    private func own(
        _ id: SubscriptionID, by owner: ObjectID, _ evidence: SubscriptionAttribution
    ) {
        trace.append(
            .subscriptionOwned(id, by: owner, ownerIsActive: true, attribution: evidence))
    }

    @Test func aRowHasThePlaceTheOwnerAndTheEvidenceOfAReport() throws {
        let session = session()
        let explicit = trace.subscription(
            owner: root.interactor, stack: StackID(1), attribution: .explicit)
        // Made while Root's code ran, by Home's, which is not known to be a RIB yet.
        let disputed = trace.subscription(owner: root.interactor, stack: StackID(2))
        session.catchUp()
        #expect(session.changes.list.rows.map(\.attribution) == [.explicit, .current])

        let (home, login) = (trace.rib("Home"), trace.rib("Login"))
        // Built from the bottom up.
        let moved = trace.subscription(owner: login.interactor, attribution: .captured)
        session.catchUp()
        #expect(session.changes.list.rows.last?.owner?.ribPath == "Login")
        trace.attach(login, to: home)
        trace.attach(home, to: root)
        let made = trace.subscription(owner: .none, stack: StackID(2), attribution: .unowned)
        let kept = trace.subscription(owner: .none, attribution: .unowned)
        session.catchUp()
        own(kept, by: home.interactor, .kept)
        session.catchUp()

        let rows = session.changes.list.rows
        #expect(rows.map(\.id) == [explicit, disputed, moved, made, kept].map(\.rawValue))
        #expect(rows.map(\.attribution) == [.explicit, .disputed, .captured, .made, .kept])
        #expect(
            rows.map { $0.owner?.ribPath } == [
                "Root", nil, "Root/Home/Login", "Root/Home", "Root/Home",
            ])
        #expect(
            rows.map { $0.place?.function } == [
                "RootInteractor.didBecomeActive()", "HomeInteractor.didBecomeActive()", nil,
                "HomeInteractor.didBecomeActive()", nil,
            ])
        #expect(try rows == reported())
    }

    @Test func itsValuesAndItsEndAreThoseOfAReport() throws {
        let session = session()
        let ended = trace.subscription(of: root, chain: "Timer → sink")
        let alive = trace.subscription(of: root, chain: "Timer → sink")
        let fired = trace.subscription(of: root, chain: "map → sink")
        session.catchUp()
        trace.append(
            .subscriptionEnded(
                ended, .completed,
                counts: DeliveryCounts(whileActive: 3, firstAt: trace.now, lastAt: trace.now)))
        trace.append(
            .firedWhileInactive(fired, scope: .none, stack: .none, sinceDeactivation: 5))
        trace.settle(subscribed: [alive, fired], counts: DeliveryCounts(whileActive: 2))
        trace.end()
        session.settle()

        let rows = session.changes.list.rows
        #expect(rows.map(\.end) == [.completed, nil, nil])
        #expect(rows.map(\.firedWhileInactive) == [false, false, true])
        #expect(rows.map { $0.deliveries?.whileActive } == [3, 2, 2])
        #expect(try rows == reported())
        #expect(session.gists.last == "0 exited")
    }

    @Test func stacksAreNeverLookedUpByThePoll() throws {
        _ = trace.subscription(owner: root.interactor, stack: StackID(1))
        let session = session(judgesAside: true)
        symbols.hold()
        session.catchUp()
        #expect(session.changes.list.rows.map(\.attribution) == [.current])
        #expect(session.changes.list.rows.map(\.place) == [nil])

        symbols.release()
        // Nothing comes after the end, so whatever the thread is at is waited for.
        trace.end()
        repeat { session.poll() } while !session.watcher.isOver
        #expect(
            session.changes.list.rows.map { $0.place?.function } == [
                "RootInteractor.didBecomeActive()"
            ])
        #expect(!symbols.threads.contains(ObjectIdentifier(Thread.current)))
    }

    @Test func aStackIsLookedUpOnce() throws {
        let session = session()
        for _ in 0..<3 {
            _ = trace.subscription(owner: root.interactor, stack: StackID(1))
            session.catchUp()
        }
        #expect(symbols.threads.count == 1)
        #expect(session.changes.list.rows.allSatisfy { $0.place != nil })
    }

    @Test func onlyTheLastOfThoseThatEndedAreListed() throws {
        let session = session()
        let alive = trace.subscription(of: root, chain: "sink")
        let known = trace.subscription(of: root, chain: "sink")
        session.catchUp()
        for id in [known] + (0..<5).map({ _ in trace.subscription(of: root, chain: "sink") }) {
            trace.append(.subscriptionEnded(id, .cancelled, counts: DeliveryCounts()))
        }
        session.catchUp()
        let (rows, omitted) = session.changes.list
        #expect(rows.count { $0.end != nil } == 4)
        #expect(omitted == 2)
        #expect(rows.first?.id == alive.rawValue)
        // It was shown alive, and its end came in the poll in which it left the list.
        #expect(!rows.contains { $0.id == known.rawValue })
    }

    @Test func whereNothingHappensThereIsNoUpdate() throws {
        _ = trace.subscription(of: root, chain: "sink")
        let session = session()
        session.settle()
        #expect(session.catchUp() == [])
    }

    @Test func whoAsksForNoListPaysForNone() throws {
        _ = trace.subscription(owner: root.interactor, stack: StackID(1))
        let session = WatchSession(trace, symbolizer: symbols)
        session.settle()
        #expect(session.changes.list.rows == [])
        #expect(symbols.threads == [])
    }
}

/// Names the function of each stack, and notes who asks for it.
private final class NamedStacks: Symbolizing {
    private struct State {
        var threads: [ObjectIdentifier] = []
        var isHeld = false
    }

    private let functions: [String]
    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)

    init(_ functions: [String]) { self.functions = functions }

    /// The threads that asked for stacks, one for each time.
    var threads: [ObjectIdentifier] { state.withLock { $0.threads } }

    /// Lets the next one who asks wait until `release`.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() { gate.signal() }

    /// Defines a stack of one frame for each function, numbered from 1 in their order.
    func define(in trace: TraceBuilder) {
        trace.defineStacks(functions.count)
    }

    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        let known = addresses.filter { $0.offset < functions.count }
        if !known.isEmpty {
            let isHeld = state.withLock { state in
                state.threads.append(ObjectIdentifier(Thread.current))
                defer { state.isHeld = false }
                return state.isHeld
            }
            if isHeld { gate.wait() }
        }
        let frames = known.map { address in
            let function = functions[Int(address.offset)]
            let frame = StackFrame(
                function: function, file: "A.swift", line: 1, module: "app",
                offset: address.offset, library: nil)
            return (address, [SymbolizedFrame(frame: frame, symbol: "$s3App\(function)")])
        }
        return Symbolication(
            frames: Dictionary(uniqueKeysWithValues: frames), caveats: [])
    }
}
