// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct LiveProcessTests {
    private let scope = ScopeID(1)

    private func kinds(
        _ process: inout LiveProcess, ignoring ignored: Set<ObjectID> = []
    ) throws -> [String] {
        try process.report(on: scope, at: .max, ignoring: ignored, symbolizer: NoSymbols())
            .findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath)" }
    }

    @Test func whatIsAssertedToBeGoneIsLeakedThoughItIsAttached() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.settle(alive: [home.router], reason: .scopeEnd, scope: scope)
        var process = try LiveProcess(folder: trace.folder)
        process.assertFreed([home.router])
        #expect(try kinds(&process) == ["leaked-router HomeRouter at Root/Home"])
    }

    @Test func anAssertedObjectIsLeakedThoughAnotherTestReadsItsJudgementFirst() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        var process = try LiveProcess(folder: trace.folder)
        process.assertFreed([home.router])
        trace.settle(alive: [home.router], reason: .scopeEnd, scope: scope)
        try process.catchUp(to: .max)
        process.assertFreed([root.router])
        #expect(try kinds(&process) == ["leaked-router HomeRouter at Root/Home"])
    }

    @Test func whatIsIgnoredIsNotFound() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        for rib in [home, detail] {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
        }
        trace.settle(alive: [home.router, detail.router], reason: .scopeEnd, scope: scope)
        var process = try LiveProcess(folder: trace.folder)
        #expect(
            try kinds(&process, ignoring: [home.router]) == [
                "leaked-router DetailRouter at Root/Detail"
            ])
    }
}
