// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

/// Traces that cost much more than their size unless the analysis bounds its work. Each is small;
/// without bounds each takes hours or all memory.
@Suite struct HostileTraceTests {
    @Test func aLongChainOfOwnersIsNotClimbedForEachOfThem() throws {
        let trace = try TraceBuilder()
        let router = trace.object(.router, "HomeRouter")
        let root = trace.object(.router, "RootRouter")
        var chain = [router]
        for _ in 1...20_000 {
            let next = trace.object(.object, "Link")
            trace.append(.owned(next, by: chain[chain.count - 1]))
            chain.append(next)
        }
        trace.append(.attached(child: router, parent: root, stack: .none))
        trace.append(.detached(child: router, parent: root, stack: .none))
        trace.settle(alive: chain)

        #expect(try report(on: trace).summary.leaks >= 1)
    }

    @Test func aDeepTreeIsNotClimbedForEachObjectInIt() throws {
        let trace = try TraceBuilder()
        var routers = [trace.object(.router, "RootRouter")]
        for _ in 1...20_000 {
            let next = trace.object(.router, "HomeRouter")
            trace.append(.attached(child: next, parent: routers[routers.count - 1], stack: .none))
            routers.append(next)
        }
        trace.append(.detached(child: routers[1], parent: routers[0], stack: .none))
        trace.settle(alive: routers)

        #expect(try report(on: trace).summary.tracked == 20_001)
    }

    @Test func manyOwnersOfOneObjectAreNotVisitedAtEachSettling() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        let object = trace.object(.object, "Kept")
        trace.append(.owned(object, by: home.router))
        for _ in 1...5_000 {
            trace.append(.owned(object, by: trace.object(.object, "Owner")))
        }
        for _ in 1...5_000 { trace.settle(alive: [object], reason: .request) }

        #expect(try report(on: trace).summary.leaks == 1)
    }

    @Test func manySettlingsDoNotEachLookAtEveryObject() throws {
        let trace = try TraceBuilder()
        for _ in 1...5_000 { _ = trace.object(.object, "Kept") }
        for _ in 1...5_000 { trace.settle(reason: .request) }

        #expect(try report(on: trace).summary.tracked == 5_000)
    }

    @Test func aPathOfManyLongNamesIsCutAtItsBeginning() throws {
        let trace = try TraceBuilder()
        let name = String(repeating: "x", count: 4_000) + "Router"
        var routers = [trace.object(.router, "RootRouter")]
        for _ in 1...200 {
            let next = trace.object(.router, name)
            trace.append(.attached(child: next, parent: routers[routers.count - 1], stack: .none))
            routers.append(next)
        }
        trace.append(.detached(child: routers[1], parent: routers[0], stack: .none))
        trace.settle(alive: routers)

        let finding = try #require(try report(on: trace).findings.first)
        #expect(finding.victims.allSatisfy { $0.ribPath.utf8.count < 6_000 })
        #expect(finding.victims.contains { $0.ribPath.hasPrefix("…/x") })
    }

    @Test func leakedObjectsThatOwnEachOtherHaveOneCulprit() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.append(.owned(home.interactor, by: home.view))
        trace.detach(home, from: root)
        trace.destroy(home.router)
        trace.settle(alive: [home.interactor, home.view])

        #expect(try report(on: trace).summary.leaks == 1)
    }
}
