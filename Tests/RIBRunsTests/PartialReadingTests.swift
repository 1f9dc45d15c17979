// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct PartialReadingTests {
    private func reading(of paths: [String]) -> PartialReading {
        PartialReading(of: paths, defaultFolder: "", symbolizer: NoSymbols())
    }

    private func trace() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.settle()
        trace.finish()
        return trace
    }

    /// Writes over a trace's metadata. The error that reading it ends with.
    private func spoil(_ trace: TraceBuilder) throws -> TraceError {
        let path = "\(trace.folder)/\(TraceFormat.metadataFileName)"
        try Data("no metadata".utf8).write(to: URL(fileURLWithPath: path))
        return TraceError(
            .notATrace, path: trace.folder,
            "is not a trace of ribleak: its metadata is not CTF 1.8; name another")
    }

    @Test func readsAllWhenAllAreGood() throws {
        let traces = [try trace(), try trace()]
        let reading = reading(of: traces.map(\.folder))
        #expect(reading.report?.runs.map(\.trace) == traces.map(\.folder))
        #expect(reading.errors == [])
    }

    @Test func leavesOutEachBadOne() throws {
        let traces = [try trace(), try trace(), try trace(), try trace()]
        let errors = [try spoil(traces[1]), try spoil(traces[3])]
        let reading = reading(of: traces.map(\.folder))
        #expect(reading.report?.runs.map(\.trace) == [traces[0].folder, traces[2].folder])
        #expect(reading.errors == errors)
    }

    @Test func hasNoReportWhenNoneIsGood() throws {
        let folder = try TemporaryFolder()
        let trace = try trace()
        let error = try spoil(trace)
        let reading = reading(of: [trace.folder, folder.file("x")])
        #expect(reading.report == nil)
        // What is not there comes before what cannot be read.
        #expect(reading.errors.map(\.path) == [folder.file("x"), error.path])
        #expect(reading.errors.last == error && reading.emptiness == nil)
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
