// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@Suite struct AllocationTests {
    @Test(arguments: ["off", "counts", "full"])
    func aRIBsLifeTakesTheAllocationsThatAreCheckedIn(level: String) throws {
        let traces = try TemporaryFolder()
        let process = try FinishedProcess(
            "attach-cycles", [],
            environment: ["RIBLEAK_LEVEL": level, "RIBLEAK_TRACE_DIR": traces.file("runs")])
        #expect(process.code == 0)
        #expect(process.errors == "")
        let lines = process.output.split(separator: "\n").map(String.init)
        let configuration = try #require(lines.first)
        // A sanitizer brings its own allocator, which is not counted.
        let found = lines.dropFirst().compactMap { Int($0) }
        guard !found.isEmpty else { return }
        let thresholds = try Thresholds.checkedIn()
        let expected = [thresholds.allocationsACycle, thresholds.allocationsASubscribedCycle]
            .map { $0[configuration]?[level] }
        #expect(found == expected, "\(configuration): \(Thresholds.advice)")
    }
}
