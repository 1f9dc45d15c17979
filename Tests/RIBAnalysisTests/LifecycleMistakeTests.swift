// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// A violation of the lifecycle is a warning, whatever its consequences.
@Suite struct LifecycleMistakeTests {
    private let trace: TraceBuilder
    private let root: SyntheticRIB
    private let home: SyntheticRIB

    init() throws {
        (trace, root) = try launchedRoot()
        home = trace.rib("Home")
        trace.attach(home, to: root)
    }

    private func violate(
        _ violation: LifecycleViolation, _ object: ObjectID, other: ObjectID = .none,
        scope: ScopeID = .none, stack: StackID = .none
    ) {
        trace.append(
            .lifecycleViolated(violation, object, other: other, scope: scope, stack: stack))
    }

    private func only() throws -> Finding {
        let findings = try report(on: trace).findings
        try #require(findings.count == 1)
        return findings[0]
    }

    private let rootParty = ViolationFacts.Party(type: "RootRouter", ribPath: "Root")

    @Test func aViolationIsAWarningAboutItsObject() throws {
        violate(.loadedTwice, home.router)
        trace.settle()

        let report = try report(on: trace)
        #expect(report.findings.map(gist) == ["lifecycle-violation HomeRouter at Root/Home"])
        #expect(report.findings.first?.violation == ViolationFacts(.loadedTwice))
        #expect(
            report.findings.first?.hint == "Leave load() to attachChild and launch, which call it.")
        #expect(report.summary.leaks == 0 && report.summary.inactiveFires == 0)
        #expect(report.summary.warnings == 1)
    }

    @Test func theStackIsThatOfWhoDidIt() throws {
        trace.append(
            .stackDefined(
                StackID(1),
                StackDefinition(frames: [.init(image: .none, offset: 7)], isTruncated: false)))
        violate(.freedWhileActive, home.interactor, stack: StackID(1))

        let finding = try only()
        #expect(gist(finding) == "lifecycle-violation HomeInteractor at Root/Home")
        #expect(finding.stacks.violation?.frames.map(\.offset) == [7])
        #expect(finding.stacks.allocation == nil)
    }

    @Test func theAttachmentThatFollowsSaysWhoGotTheChild() throws {
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        violate(.attachedTwice, home.router, other: root.router)
        trace.append(.attached(child: home.router, parent: other.router, stack: .none))

        #expect(
            try only().violation
                == ViolationFacts(
                    .attachedTwice, other: rootParty,
                    newParent: .init(type: "OtherRouter", ribPath: "Root/Other")))
    }

    @Test func withoutAnAttachmentTheSameRouterGotTheChild() throws {
        violate(.attachedTwice, home.router, other: root.router)
        #expect(try only().violation == ViolationFacts(.attachedTwice, other: rootParty))
    }

    @Test func anAttachmentAfterADetachIsNotTheSecondOne() throws {
        let other = trace.rib("Other")
        trace.attach(other, to: root)
        violate(.attachedTwice, home.router, other: root.router)
        trace.detach(home, from: root)
        trace.attach(home, to: other)
        #expect(try only().violation == ViolationFacts(.attachedTwice, other: rootParty))
    }

    @Test func whatLooksTheSameIsOneFindingWithACount() throws {
        for _ in 1...3 {
            let detail = trace.rib("Detail")
            trace.attach(detail, to: home)
            violate(.detachedNonChild, detail.router, other: root.router)
            trace.detach(detail, from: home)
            trace.destroy(detail.router, detail.interactor, detail.view)
        }
        #expect(gist(try only()) == "lifecycle-violation DetailRouter at Root/Home/Detail, 3 times")
    }

    @Test func differentViolationsOfOneObjectHaveDifferentFingerprints() throws {
        violate(.loadedTwice, home.router)
        violate(.offOwnerThread, home.router)
        #expect(Set(try report(on: trace).findings.map(\.fingerprint)).count == 2)
    }

    @Test func aViolationBelongsToItsTest() throws {
        let name = trace.string("HomeTests.testLoad()")
        trace.append(.scopeBegan(ScopeID(4), name: name))
        violate(.loadedTwice, home.router, scope: ScopeID(4))

        #expect(try only().test == "HomeTests.testLoad()")
        #expect(try gists(of: trace, scope: ScopeID(4)).count == 1)
        #expect(try gists(of: trace, scope: ScopeID(5)) == [])
    }

    @Test func aViolationOfAnUnknownObjectIsSkipped() throws {
        violate(.loadedTwice, ObjectID(4_711))
        #expect(try gists(of: trace) == [])
        violate(.loadedTwice, home.router)
        #expect(try gists(of: trace) == ["lifecycle-violation HomeRouter at Root/Home"])
    }

    @Test func aPartyThatIsUnknownIsNil() throws {
        violate(.detachedNonChild, home.router, other: ObjectID(4_711))
        #expect(try only().violation == ViolationFacts(.detachedNonChild))
    }

    @Test func endlesslyManyMistakesAreNotAllKept() throws {
        for number in 1...20_000 {
            violate(.loadedTwice, home.router, stack: StackID(UInt64(number)))
            violate(.attachedTwice, trace.object(.router, "ChildRouter"), other: root.router)
        }
        #expect(try report(on: trace).findings.map(\.count).reduce(0, +) < 40_000)
    }
}
