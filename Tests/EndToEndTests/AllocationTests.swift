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
        guard lines.count == 2, let found = Double(lines[1]) else { return }
        let expected = try Thresholds.checkedIn().allocationsACycle[configuration]?[level]
        #expect(Int(found) == expected, "\(configuration): \(Thresholds.advice)")
    }
}
