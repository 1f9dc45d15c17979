import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct PartialReadingTests {
    /// A report that says which traces it was made of.
    private static func report(on traces: [String]) -> RunReport {
        RunReport(
            runs: [], summary: RunSummary(tracked: 0, leaks: 0, inactiveFires: 0, dropped: 0),
            findings: [], caveats: traces.map { Caveat(.nothingRecorded, $0) })
    }

    private func error(_ path: String) -> TraceError {
        TraceError(.notATrace, path: path, "is not a trace")
    }

    @Test func readsAllWhenAllAreGood() {
        let reading = PartialReading(of: ["a", "b"]) { Self.report(on: $0) }
        #expect(reading.report?.caveats.map(\.text) == ["a", "b"])
        #expect(reading.errors == [])
    }

    @Test func leavesOutEachBadOne() {
        let reading = PartialReading(of: ["a", "b", "bb", "c"]) {
            (traces) throws(TraceError) -> RunReport in
            if traces.contains("b") { throw error("b/stream") }
            if traces.contains("c") { throw error("c") }
            return Self.report(on: traces)
        }
        #expect(reading.report?.caveats.map(\.text) == ["a", "bb"])
        #expect(reading.errors == [error("b/stream"), error("c")])
    }

    @Test func hasNoReportWhenNoneIsGood() {
        let reading = PartialReading(of: ["a"], errors: [error("x")]) {
            (traces) throws(TraceError) -> RunReport in throw error(traces[0])
        }
        #expect(reading.report == nil)
        #expect(reading.errors == [error("x"), error("a")])
    }

    @Test func endsWhenTheErrorIsAboutNoneOfThem() {
        let reading = PartialReading(of: ["a", "b"]) {
            (_) throws(TraceError) -> RunReport in throw error("elsewhere")
        }
        #expect(reading.report == nil)
        #expect(reading.errors == [error("elsewhere")])
    }
}
