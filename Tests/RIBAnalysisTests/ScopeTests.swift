// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@Suite struct ScopeTests {
    @Test func aLeakIsNamedWithTheTestItHappenedIn() throws {
        let (trace, root) = try launchedRoot()
        leak("Home", in: ScopeID(1), named: "testHome", of: trace, root)
        trace.settle()

        #expect(try report(on: trace).findings.map(\.test) == ["testHome"])
    }

    @Test func aLeakRemembersEachTestThatShowedIt() throws {
        let (trace, root) = try launchedRoot()
        leak("Home", in: ScopeID(1), named: "testHome", of: trace, root)
        leak("Home", in: ScopeID(2), named: "testBack", of: trace, root)
        trace.append(.scopeBegan(ScopeID(3), name: trace.string("testClean")))
        trace.settle()

        let report = try report(on: trace)
        #expect(report.findings.map(\.tests) == [["testHome", "testBack"]])
        #expect(report.tests == ["testHome", "testBack", "testClean"])
    }

    @Test func anAssertionSeesOnlyItsOwnScope() throws {
        let (trace, root) = try launchedRoot()
        leak("Home", in: ScopeID(1), named: "testHome", of: trace, root)
        leak("Detail", in: ScopeID(2), named: "testDetail", of: trace, root)

        #expect(
            try gists(of: trace, scope: ScopeID(2)) == [
                "leaked-router DetailRouter at Root/Detail, "
                    + "dragging DetailInteractor, DetailViewController"
            ])
    }

    @Test func aLeakThatItsTestReportedIsNotReportedAgainAtExit() throws {
        let (trace, root) = try launchedRoot()
        let home = leak("Home", in: ScopeID(1), named: "testHome", of: trace, root)
        trace.settle(alive: home.parts)

        #expect(try report(on: trace).findings.map(\.count) == [1])
    }

    @discardableResult
    private func leak(
        _ name: String, in scope: ScopeID, named test: String, of trace: TraceBuilder,
        _ root: SyntheticRIB
    ) -> SyntheticRIB {
        let text = trace.string(test)
        trace.append(.scopeBegan(scope, name: text))
        let rib = trace.rib(name)
        trace.attach(rib, to: root)
        trace.detach(rib, from: root)
        for part in rib.parts { trace.append(.stillAlive(part)) }
        trace.append(.settled(.scopeEnd, scope: scope, unjudged: 0))
        return rib
    }
}
