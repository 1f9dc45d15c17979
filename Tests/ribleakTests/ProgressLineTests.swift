// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBCommand

@Suite struct ProgressLineTests {
    @Test func saysWhatIsDoneAndForHowLong() {
        #expect(
            ProgressLine(work: "reading the run").text(after: 3) == "ribleak: reading the run … 3 s"
        )
    }

    @Test func theWorksResultAndErrorsPassThrough() {
        struct Failure: Error {}
        #expect(ProgressLine(work: "counting").during { 7 } == 7)
        #expect(throws: Failure.self) { try ProgressLine(work: "x").during { throw Failure() } }
    }
}
