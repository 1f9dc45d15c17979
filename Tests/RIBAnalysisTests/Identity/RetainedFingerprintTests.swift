// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// What makes two leaks of the same type the same.
@Suite struct RetainedFingerprintTests {
    private let functions = NamedFunctions(functions: [
        "closure #1 in HomeInteractor.didBecomeActive()",
        "closure #7 in HomeInteractor.didBecomeActive()",
        "closure #1 in HomeInteractor.observe()",
    ])

    private func fingerprint(
        _ step: SyntheticStep?, from root: SyntheticStep? = nil,
        _ reason: RetentionReason = .global
    ) throws -> Fingerprint {
        try finding([root, step].compactMap { $0 }, reason).fingerprint
    }

    private func finding(_ steps: [SyntheticStep], _ reason: RetentionReason) throws -> Finding {
        let (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        let home = trace.rib("Home")
        trace.attach(home, to: root)
        trace.detach(home, from: root)
        if !steps.isEmpty { trace.retain(home.router, reason, steps) }
        trace.settle(alive: home.parts)
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        return try #require(report.findings.first)
    }

    @Test func placesInCollectionsDoNotMatter() throws {
        #expect(
            try fingerprint(.object("Cache", "items[0]", "HomeRouter"))
                == fingerprint(.object("Cache", "items[17]", "HomeRouter")))
    }

    @Test func numbersOfClosuresDoNotMatter() throws {
        #expect(
            try fingerprint(.closure(StackID(1), "captures A", "A"))
                == fingerprint(.closure(StackID(2), "captures A", "A")))
    }

    @Test func twoClosuresOfOneFunctionAreTwoMistakes() throws {
        let (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        let homes = (0..<2).map { _ in trace.rib("Home") }
        for (home, stack) in zip(homes, [StackID(2), StackID(1)]) {
            trace.attach(home, to: root)
            trace.detach(home, from: root)
            trace.retain(home.router, .global, [.closure(stack, "captures A", "A")])
        }
        trace.settle(alive: homes.flatMap(\.parts))
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(report.findings.map(\.count) == [1, 1])
        #expect(report.findings.map(\.identity.site).sorted() == [1, 2])
        // The first of two has the name that it has alone.
        let alone = try fingerprint(.closure(StackID(1), "captures A", "A"))
        #expect(report.findings.map(\.fingerprint).contains(alone))
    }

    @Test func theFunctionOfAClosureMatters() throws {
        #expect(
            try fingerprint(.closure(StackID(1), "captures A", "A"))
                != fingerprint(.closure(StackID(3), "captures A", "A")))
    }

    @Test func theNameOfAHandedOverMethodDoesNotMatter() throws {
        // Whether it can be named depends on the optimizer.
        #expect(
            RetainPathStep(
                holderKind: .closure, holder: "method reference Home.show(_:)", file: nil,
                line: nil, label: "captures self", target: "Home", isInferred: false,
                function: "implicit closure #2 in implicit closure #1 in Home.load()"
            ).identity == ("implicit closure in implicit closure in Home.load()", "captures self"))
    }

    @Test func thePropertyMatters() throws {
        #expect(
            try fingerprint(.object("Cache", "last", "HomeRouter"))
                != fingerprint(.object("Cache", "first", "HomeRouter")))
    }

    @Test func whatIsFoundByChanceCountsAsTheOnlyCertainMistake() throws {
        let (trace, root) = try launchedRoot()
        let homes = (0..<3).map { _ in trace.rib("Home") }
        for home in homes {
            trace.attach(home, to: root)
            trace.detach(home, from: root)
        }
        trace.retain(homes[0].router, .thread, [.other("thread 7", "HomeRouter")])
        trace.retain(homes[1].router, .global, [.object("Cache", "last", "HomeRouter")])
        trace.settle(alive: homes.flatMap(\.parts))
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(report.findings.map(\.count) == [3])
        #expect(report.findings.first?.retainPath?.reason == .global)
    }

    @Test func aLeakWithoutAPathStaysSeparateFromTwoKnownCauses() throws {
        let (trace, root) = try launchedRoot()
        let homes = (0..<3).map { _ in trace.rib("Home") }
        for home in homes {
            trace.attach(home, to: root)
            trace.detach(home, from: root)
        }
        trace.retain(homes[1].router, .global, [.object("Cache", "last", "HomeRouter")])
        trace.retain(homes[2].router, .global, [.object("Cache", "first", "HomeRouter")])
        trace.settle(alive: homes.flatMap(\.parts))
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        #expect(report.findings.map(\.count) == [1, 1, 1])
    }

    @Test func whatIsOnlyInferredDoesNotMatter() throws {
        #expect(try fingerprint(.other("thread 7", "HomeRouter")) == fingerprint(nil))
    }

    @Test func whatAnInferredRootLeadsToIsNamedByTheProjectsCode() throws {
        let center = SyntheticStep.other("NotificationCenter", "closure")
        let observer = SyntheticStep.closure(StackID(1), "captures A", "A")
        let other = SyntheticStep.closure(StackID(3), "captures A", "A")
        #expect(try fingerprint(observer, from: center) == fingerprint(observer))
        #expect(try fingerprint(observer, from: center) != fingerprint(other, from: center))
        // Another root is another way to the same closure.
        #expect(
            try fingerprint(observer, from: .other("a dispatch queue", "closure"), .queue)
                == fingerprint(observer, from: center))
        let field = SyntheticStep.object("Cache", "last", "HomeRouter")
        #expect(
            try fingerprint(field, from: .other("a dispatch queue", "Cache"), .queue)
                == fingerprint(field))
    }

    @Test func aFrameOfAThreadIsNoName() throws {
        let frame = SyntheticStep.closure(StackID(1), "captures A", "A")
        #expect(
            try fingerprint(frame, from: .other("thread 7", "closure"), .thread)
                == fingerprint(nil))
    }

    @Test func onlyASearchThatEndedSaysThatNothingIsNamed() throws {
        #expect(try finding([], .unseen).identity.isEdgeDoubtful)
        let thread = SyntheticStep.other("thread 7", "HomeRouter")
        #expect(try !finding([thread], .thread).identity.isEdgeDoubtful)
    }
}
