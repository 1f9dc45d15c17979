// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

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

    @Test func aMissingFolderOfRunsIsEmptinessUnlessAPersonNamedIt() throws {
        let missing = try TemporaryFolder().file("runs")
        let unnamed = PartialReading(of: [], defaultFolder: missing, symbolizer: NoSymbols())
        #expect(unnamed.emptiness?.hasPrefix("\(missing): no run is here") == true)
        let named = PartialReading(of: [missing], defaultFolder: "", symbolizer: NoSymbols())
        #expect(named.emptiness == nil && named.errors.count == 1)
    }

    @Test func whatIsLeftOfATraceIsNotEmptiness() throws {
        let runs = try TemporaryFolder()
        let trace = runs.file("run/app-1")
        try FileManager.default.createDirectory(
            atPath: trace, withIntermediateDirectories: true)
        func emptiness() -> String? {
            PartialReading(of: [], defaultFolder: runs.path, symbolizer: NoSymbols()).emptiness
        }
        #expect(emptiness() != nil)
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(trace)/stream-1"))
        #expect(emptiness() == nil)
    }

    @Test func aReportNamesTheTypesOfAllThatWasFollowed() throws {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        let freed = trace.object(.worker, "Clock")
        trace.destroy(freed)
        trace.append(
            .objectCreated(
                ObjectID(1 << 40), .object, type: trace.string("Far"), stack: .none))
        _ = trace.string("Unused")
        trace.settle()
        trace.finish()
        #expect(
            try Analysis.report(on: [trace.folder], symbolizer: NoSymbols()).types
                == ["RootRouter", "RootInteractor", "RootViewController", "Clock", "Far"])
    }
}
