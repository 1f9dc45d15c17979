import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct FindingPlaceTests {
    private func stack(_ file: String, _ line: Int?) -> CallStack {
        CallStack([Samples.frame("f()", file, line)])
    }

    @Test func theSubscriptionComesBeforeTheDetachAndTheMaking() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("detached.swift", 2),
            subscribe: stack("subscribed.swift", 3), firing: stack("sent.swift", 4))
        #expect(Samples.finding(stacks: stacks).place == SourcePlace("subscribed.swift", 3))
    }

    @Test func theSuspectEdgeComesFirstIfItHasAPlace() {
        let path = RetainPath(
            reason: .cycle,
            steps: [
                RetainPathStep(
                    holderKind: .closure, holder: "closure #1 in A.f()", file: "A.swift", line: 7,
                    label: "captures self", target: "A", isInferred: false)
            ],
            suspect: 0, omittedSteps: 0, retainCount: 1, seenReferences: 1, dominatedCount: 0,
            dominatedBytes: 0, isPartial: false)
        let finding = Samples.finding(
            retainPath: path, stacks: FindingStacks(detach: stack("detached.swift", 2)))
        #expect(finding.place == SourcePlace("A.swift", 7))
        #expect(
            finding.keeper
                == "keeps itself alive through closure #1 in A.f() at A.swift:7 captures self")
    }

    @Test func aStackWithoutALineLeadsToTheNext() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("detached.swift", nil))
        #expect(Samples.finding(stacks: stacks).place == SourcePlace("made.swift", 1))
        #expect(Samples.finding().place == nil)
    }

    @Test func aRelativePlaceMayBeInAnotherStack() {
        let stacks = FindingStacks(
            allocation: stack("made.swift", 1), detach: stack("/other/detached.swift", 2))
        let finding = Samples.finding(stacks: stacks)
        #expect(finding.place == SourcePlace("/other/detached.swift", 2))
        #expect(finding.relativePlace == SourcePlace("made.swift", 1))
    }
}
