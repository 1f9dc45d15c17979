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
        trace.append(.asserted(home.router))
        var process = try LiveProcess(folder: trace.folder)
        trace.settle(alive: [home.router], reason: .scopeEnd, scope: scope)
        // Another test may read on before this one asks for its report.
        try process.catchUp(to: .max)
        #expect(try kinds(&process) == ["leaked-router HomeRouter at Root/Home"])
    }

    /// Ten thousand tests took eight megabytes for objects of which nobody asks again.
    @Test func whatIsOverIsForgottenAndALeakHasItsPlaceStill() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        trace.attach(home, to: root)
        trace.attach(detail, to: home)
        trace.detach(home, from: root)
        trace.destroy(home.router, home.interactor)
        var process = try LiveProcess(folder: trace.folder)
        for _ in 0..<60 {
            for _ in 0..<100 {
                let other = trace.rib("Other")
                trace.attach(other, to: root)
                trace.detach(other, from: root)
                trace.destroy(other.router, other.interactor, other.view)
            }
            try process.catchUp(to: trace.now)
        }
        #expect(process.model.size < 5_000)
        trace.settle(alive: [detail.router], reason: .scopeEnd, scope: scope)
        #expect(try kinds(&process) == ["leaked-router DetailRouter at Root/Home/Detail"])
    }

    @Test func theReportOfTheRunHasWhatATestAssertedToBeGone() throws {
        let (trace, root) = try launchedRoot()
        let (home, shown) = (trace.rib("Home"), trace.rib("Shown"))
        for rib in [home, shown] { trace.attach(rib, to: root) }
        trace.append(.asserted(home.router))
        trace.settle(alive: [home.router], reason: .scopeEnd, scope: scope)
        trace.settle(alive: [home.router])
        let report = try Analysis.report(on: [trace.folder], symbolizer: NoSymbols())
        #expect(report.findings.map(\.ribPath) == ["Root/Home"])
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
