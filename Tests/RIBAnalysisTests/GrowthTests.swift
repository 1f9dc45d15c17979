// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// What the trace says of scenarios that were repeated.
@Suite struct GrowthTests {
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let scope = ScopeID(1)

    init() throws {
        (trace, root) = try launchedRoot()
        trace.append(.scopeBegan(scope, name: trace.string("LogInTests.again()")))
    }

    /// A place in the root's interactor that grows by two entries.
    private func grow(_ label: String = "entries", place: ObjectID = ObjectID(900)) {
        trace.retain(
            place, .attachedRouter,
            [
                SyntheticStep.object("RootInteractor", label, "Entry", id: root.interactor)
            ])
        trace.append(
            .grew(
                place,
                GrowthSummary(
                    scope: scope, type: trace.string("Entry"), unit: .objects, each: 2, turns: 5,
                    count: 14)))
    }

    private func end(_ outcome: GrowthOutcome = .measured) {
        trace.append(.growthMeasured(outcome, scope: scope, turns: 5, objects: 100))
        trace.append(.settled(.scopeEnd, scope: scope, unjudged: 0))
        trace.settle()
    }

    @Test func aPlaceThatGrowsIsALeakOfItsTest() throws {
        grow()
        end()
        let report = try report(on: trace)
        #expect(report.findings.map(gist) == ["growing-objects Entry at Root"])
        let finding = try #require(report.findings.first)
        #expect(finding.test == "LogInTests.again()")
        #expect(
            finding.growth
                == GrowthFacts(
                    place: "RootInteractor.entries", unit: .objects, each: 2, turns: 5, count: 14,
                    isOfClosures: false, areChildren: false))
        #expect(report.summary.leaks == 1)
        #expect(report.scenarios.map(\.outcome) == [.measured])
    }

    @Test func theSamePlaceInTwoTestsIsOneFinding() throws {
        grow()
        end()
        let first = try #require(try report(on: trace).findings.first)
        grow(place: ObjectID(901))
        end()
        let both = try report(on: trace).findings
        #expect(both.map(\.fingerprint) == [first.fingerprint])
        #expect(both.map(\.count) == [2])
    }

    @Test func aScenarioThatWasNotMeasuredHasNoFinding() throws {
        grow()
        end(.notSettled)
        let report = try report(on: trace)
        #expect(report.findings == [])
        #expect(report.scenarios.map(\.outcome) == [.notSettled])
    }

    @Test func aScenarioThatDidNotEndHasNoFinding() throws {
        grow()
        trace.settle()
        #expect(try report(on: trace).findings == [])
    }

    @Test func growthByALeakIsPartOfTheLeak() throws {
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        let step = SyntheticStep.object("RootInteractor", "kept", "HomeRouter", id: root.interactor)
        grow("kept")
        end()
        trace.append(.stillAlive(home.router))
        trace.retain(home.router, .attachedRouter, [step])
        trace.append(.settled(.exit, scope: .none, unjudged: 0))
        let findings = try report(on: trace).findings
        #expect(findings.map(\.kind) == [.leakedRouter])
        #expect(findings.first?.growth?.each == 2)
    }
}
