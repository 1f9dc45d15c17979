// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct JudgingOptionsTests {
    private func kinds(
        _ trace: TraceBuilder, asserting asserted: Set<ObjectID> = [],
        ignoring ignored: Set<ObjectID> = []
    ) throws -> [String] {
        var options = JudgingOptions()
        options.asserted = asserted
        options.ignored = ignored
        return try Analysis.report(
            on: [trace.folder], symbolizer: NoSymbols(), scope: nil, options: options
        ).findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath)" }
    }

    @Test func whatIsAssertedToBeGoneIsLeakedThoughItIsAttached() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.settle(alive: [home.router])
        #expect(
            try kinds(trace, asserting: [home.router]) == ["leaked-router HomeRouter at Root/Home"])
    }

    @Test func whatIsIgnoredIsNotFound() throws {
        let (trace, root) = try launchedRoot()
        let home = trace.rib("Home")
        let detail = trace.rib("Detail")
        for rib in [home, detail] {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
        }
        trace.settle(alive: [home.router, detail.router])
        #expect(
            try kinds(trace, ignoring: [home.router]) == [
                "leaked-router DetailRouter at Root/Detail"
            ])
    }
}
