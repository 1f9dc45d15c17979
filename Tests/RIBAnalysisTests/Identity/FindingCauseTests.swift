// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Which findings one change of the code would mend.
@Suite struct FindingCauseTests {
    private let functions = NamedFunctions(functions: [
        "closure #1 in BaseInteractor.observe()", "closure #2 in BaseInteractor.observe()",
    ])

    /// The types of the findings of each group. In a process for each edge, that edge keeps a
    /// router of the name.
    private func groups(_ edges: [(name: String, step: SyntheticStep)]) throws -> [[String]] {
        let traces = try edges.map { name, step in
            let (trace, root) = try launchedRoot()
            functions.defineStacks(in: trace)
            let rib = trace.rib(name)
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            trace.retain(rib.router, .global, [step])
            trace.settle(alive: rib.parts)
            return trace
        }
        let findings = try Analysis.report(on: traces.map(\.folder), symbolizer: functions)
            .findings
        return FindingCause.groups(of: findings).map { group in
            group.findings.map { findings[$0].type }.sorted()
        }
    }

    @Test func oneReferenceThatKeepsSeveralTypesIsOneCause() throws {
        #expect(
            try groups([
                ("Home", .object("Cache", "items[0]", "HomeRouter")),
                ("Shop", .object("Cache", "items[3]", "ShopRouter")),
                ("Help", .object("Cache", "last", "HelpRouter")),
            ]) == [["HomeRouter", "ShopRouter"]])
    }

    @Test func theCapturesOfOneClosureAreOneCause() throws {
        #expect(
            try groups([
                ("Home", .closure(StackID(1), "captures self", "HomeRouter")),
                ("Shop", .closure(StackID(1), "captures router", "ShopRouter")),
            ]) == [["HomeRouter", "ShopRouter"]])
    }

    @Test func whatLibrariesHoldIsNoCause() throws {
        #expect(
            try groups([
                ("Home", .object("AnyCancellable", "storage", "HomeRouter")),
                ("Shop", .object("AnyCancellable", "storage", "ShopRouter")),
            ]) == [])
        #expect(
            try groups([
                ("Home", .other("a dispatch queue", "HomeRouter")),
                ("Shop", .other("a dispatch queue", "ShopRouter")),
            ]) == [])
    }

    @Test func aFindingAloneIsNoGroup() throws {
        #expect(try groups([("Home", .object("Cache", "items[0]", "HomeRouter"))]) == [])
    }
}

/// Where a recording shows a finding.
@Suite struct OccurrenceTests {
    /// A trace with a RIB that leaks so many times.
    private func leaks(_ count: Int) throws -> (TraceBuilder, [SyntheticRIB]) {
        let (trace, root) = try launchedRoot()
        let homes = (0..<count).map { _ in trace.rib("Home") }
        for home in homes {
            trace.attach(home, to: root)
            trace.detach(home, from: root)
        }
        trace.settle(alive: homes.flatMap { [$0.router, $0.interactor] })
        return (trace, homes)
    }

    @Test func eachObjectIsAnOccurrenceWithWhatItKeepsAlive() throws {
        let (trace, homes) = try leaks(2)
        let finding = try #require(try report(on: trace).findings.first)
        #expect(finding.count == 2)
        #expect(
            finding.occurrences
                == homes.map {
                    Occurrence(.object($0.router.rawValue), victims: [$0.interactor.rawValue])
                })
    }

    @Test func eachProcessOfARunHasItsOwn() throws {
        let (first, second) = (try leaks(1), try leaks(1))
        let report = try Analysis.report(
            on: [first.0.folder, second.0.folder], symbolizer: NoSymbols())
        #expect(report.findings.map(\.count) == [2])
        #expect(report.findings.first?.occurrences.map(\.run) == [0, 1])
    }

    @Test func aSubscriptionIsAnOccurrenceToo() throws {
        let (trace, root) = try launchedRoot()
        let subscription = trace.subscription(of: root, chain: "sink")
        trace.append(
            .firedWhileInactive(subscription, scope: .none, stack: .none, sinceDeactivation: 1))
        let finding = try #require(try report(on: trace).findings.first)
        #expect(finding.occurrences == [Occurrence(.subscription(subscription.rawValue))])
    }
}
