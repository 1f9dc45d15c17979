// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct GitHubReportTests {
    private func text(_ findings: [Finding], caveats: [String] = []) -> String {
        ReportFormat.github.document(for: Samples.report(findings, caveats: caveats))
    }

    @Test func aFindingIsACommandWithItsPlaceAndWhatMendsIt() {
        let finding = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "A.swift", 3)])),
            hint: "Let go of it.")
        #expect(
            text([finding])
                == "::error file=A.swift,line=3,title=Leaked router%3A OffGameRouter::"
                + "OffGameRouter at Root/OffGame is still alive%0AHint: Let go of it.%0A"
                + "ribleak explain 0123456789abcdef\n")
    }

    @Test func aFileElsewhereIsNoPlace() {
        let finding = Samples.finding(
            stacks: FindingStacks(detach: CallStack([Samples.frame("f()", "/else/A.swift", 3)])))
        #expect(text([finding]).hasPrefix("::error title="))
    }

    @Test func warningsAreWarnings() {
        #expect(text([Samples.finding(.neverAttached)]).hasPrefix("::warning title=Never attached"))
    }

    @Test func nothingOfATraceCanEndACommandOrBeginOne() {
        let place = FindingStacks(
            detach: CallStack([Samples.frame("f()", "a,b:c\n::set-output name=x::%0A.swift", 3)]))
        let evil = "x\n::set-output name=secret::stolen\r\n::error::%0A,file=b"
        let lines = text([Samples.finding(type: evil, stacks: place)]).split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines[0].hasPrefix(
                "::error file=a%2Cb%3Ac\\n%3A%3Aset-output name=x%3A%3A%250A.swift,line=3,title="
                    + "Leaked router%3A x\\n%3A%3Aset-output name=secret%3A%3Astolen\\r\\n"
                    + "%3A%3Aerror%3A%3A%250A%2Cfile=b::"))
    }

    @Test func whatGitHubWouldDropIsCounted() {
        let lines = text(
            (0..<12).map { Samples.finding(type: "A\($0)") }
                + (0..<11).map { Samples.finding(.neverAttached, type: "B\($0)") }
        ).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("::error") } == 10)
        #expect(lines.count { $0.hasPrefix("::warning") } == 10)
        #expect(
            lines.last
                == "::notice title=ribleak::3 more findings, most damaging first: see the report")
    }

    @Test func caveatsAreNotices() {
        #expect(text([], caveats: ["100 % gone"]) == "::notice title=ribleak::100 %25 gone\n")
    }
}
