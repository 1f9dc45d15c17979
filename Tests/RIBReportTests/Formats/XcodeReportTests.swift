// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBReport

@Suite struct XcodeReportTests {
    private let stacks = FindingStacks(
        detach: CallStack([
            Samples.frame("swift_release", in: "libswiftCore.so"),
            Samples.frame("f()", "/p/.build/checkouts/OpenCombine/Sources/Sink.swift", 9),
            Samples.frame("g()", "Sources/A.swift", 3),
        ]))

    @Test func aFindingIsAWarningBesideItsLineAndANote() {
        let finding = Samples.finding(stacks: stacks, hint: "Let go of it.")
        #expect(
            ReportFormat.xcode.document(
                for: Samples.report([finding]), style: ReportStyle(root: "/work dir")) == """
                    /work dir/Sources/A.swift:3: warning: OffGameRouter at Root/OffGame is still alive \
                    [leaked-router]
                    /work dir/Sources/A.swift:3: note: Let go of it.

                    """)
    }

    @Test func aFindingWithoutAPlaceIsAWarningAllTheSame() {
        #expect(
            ReportFormat.xcode.document(
                for: Samples.report([Samples.finding()], caveats: ["b is gone"]))
                    == """
                    warning: ribleak: b is gone
                    warning: OffGameRouter at Root/OffGame is still alive [leaked-router]

                    """)
    }

    @Test func aTypesNameCannotMakeALine() {
        let evil = "A\nB.swift:1: error: no"
        let text = ReportFormat.xcode.document(for: Samples.report([Samples.finding(type: evil)]))
        #expect(text.split(separator: "\n").count == 1)
    }
}
