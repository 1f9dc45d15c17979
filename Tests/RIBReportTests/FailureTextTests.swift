// SPDX-License-Identifier: Apache-2.0

import RIBReport
import RIBTrace
import Testing

@testable import RIBAnalysis
@testable import RIBFindingText

@Suite struct FailureTextTests {
    private func frames(_ name: String, count: Int) -> CallStack {
        CallStack((0..<count).map { Samples.frame("\(name)\($0)()", "\(name).swift", $0 + 1) })
    }

    private func path(steps count: Int, suspect: Int) -> RetainPath {
        RetainPath(
            reason: .attachedRouter,
            steps: (0..<count).map {
                RetainPathStep(
                    holderKind: .object, holder: "Holder\($0)", file: nil, line: nil,
                    label: "next", target: "", isInferred: false)
            }, suspect: suspect, omittedSteps: 0, retainCount: 1, seenReferences: 1,
            dominatedCount: 0, dominatedBytes: 0, isPartial: false)
    }

    private var long: Finding {
        Samples.finding(
            victims: (0..<20).map { Victim(type: "Victim\($0)", ribPath: "Root") },
            test: "testLong()", retainPath: path(steps: 20, suspect: 9),
            stacks: FindingStacks(
                allocation: frames("Make", count: 12), detach: frames("Detach", count: 12)),
            hint: "Let it go.", explainedBy: "object:17")
    }

    @Test func theLocaleSaysHowItIsDrawn() {
        let lines = [Samples.leakedRouter].failureLines(environment: ["LC_ALL": "C"])
        #expect(lines.first?.hasPrefix("+--- Leaked router at ") == true)
        #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    }

    @Test func whatIsShortIsTheReportsText() {
        let finding = Samples.leakedRouter
        #expect([finding].failureLines() == TextReport.lines(for: finding))
        #expect([].failureLines() == [])
    }

    @Test func whatIsLongKeepsTheVerdictTheSuspectEdgeAndTheHint() {
        let lines = [long].failureLines()
        #expect(lines.count <= 40)
        #expect(lines[0] == "┬─── Leaked router at Root/OffGame")
        #expect(lines[2] == "├─ OffGameRouter is still alive")
        #expect(lines.contains("│    ↓ Holder9.next"))
        #expect(lines.contains { $0.hasSuffix("~~~~") })
        #expect(lines.contains("│    Detach0() at Detach.swift:1"))
        #expect(lines.contains("├─ hint: Let it go."))
        #expect(lines.last == "╰→ fingerprint 0123456789abcdef  ribleak explain object:17")
    }

    @Test func whatIsLeftOutIsCounted() throws {
        let whole = TextReport.lines(for: long).count
        let lines = [long].failureLines()
        let note = try #require(lines.first { $0.contains("more lines") })
        #expect(note == "├─ … \(whole - lines.count + 1) more lines: ribleak explain object:17")
    }

    @Test func eachOtherFindingIsOneLine() {
        let other = Samples.finding(
            .firedWhileInactive, at: "Root/Home", type: "HomeInteractor", count: 2,
            explainedBy: "subscription:5")
        let lines = [Samples.leakedRouter, other].failureLines()
        #expect(
            lines.suffix(2) == [
                "",
                "also: Fired while inactive at Root/Home (2 of them), HomeInteractor: "
                    + "ribleak explain subscription:5",
            ])
    }

    @Test func manyOthersAreCounted() {
        let lines = Array(repeating: long, count: 100).failureLines()
        #expect(lines.count <= 40)
        #expect(lines.count { $0.hasPrefix("also: ") } == 4)
        #expect(lines.last == "… and 95 more findings")
        #expect(lines.contains("├─ hint: Let it go."))
    }

    @Test func theLongestFindingFits() {
        let facts = SubscriptionFacts(chain: "Just → sink", valuesWhileInactive: 1)
        let stack = CallStack(
            (0..<30).map { Samples.frame("f\($0)()", "F.swift", $0 + 1) }, cutOffAt: 30)
        let finding = Samples.finding(
            victims: (0..<200).map { Victim(type: "V\($0)", ribPath: "Root") },
            test: "test", subscription: facts, retainPath: path(steps: 200, suspect: 100),
            stacks: FindingStacks(
                allocation: stack, detach: stack, subscribe: stack, firing: stack,
                violation: stack), hint: String(repeating: "words ", count: 60))
        let lines = Array(repeating: finding, count: 9).failureLines()
        #expect(lines.count <= 40)
        #expect(lines.contains("│    ↓ Holder100.next"))
    }

    @Test func whoHasLessRoomGetsLess() {
        #expect([long].failureLines(within: 38).count <= 38)
        #expect([long].failureLines(within: 30).contains("├─ hint: Let it go."))
    }

    @Test func whatIsHostileIsEscaped() {
        let finding = Samples.finding(at: Samples.evil, type: Samples.evil)
        let lines = [finding, finding].failureLines()
        #expect(lines.count > 3)
        #expect(!lines.contains { $0.contains("\u{1B}") || $0.contains("\n") })
    }
}
