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

    @Test func readsAllWhenAllAreGood() throws {
        let traces = [try trace(), try trace()]
        let reading = reading(of: traces.map(\.folder))
        #expect(reading.report?.runs.map(\.trace) == traces.map(\.folder))
        #expect(reading.errors == [])
    }

    @Test func leavesOutEachBadOne() throws {
        let traces = [try trace(), try trace(), try trace(), try trace()]
        for bad in [traces[1], traces[3]] {
            try Data("no metadata".utf8)
                .write(to: URL(fileURLWithPath: "\(bad.folder)/\(TraceFormat.metadataFileName)"))
        }
        let reading = reading(of: traces.map(\.folder))
        #expect(reading.report?.runs.map(\.trace) == [traces[0].folder, traces[2].folder])
        #expect(
            reading.errors.map { $0.path.hasPrefix(traces[1].folder) } == [true, false])
        #expect(
            reading.errors.map { $0.path.hasPrefix(traces[3].folder) } == [false, true])
    }

    @Test func hasNoReportWhenNoneIsGood() throws {
        let folder = try TemporaryFolder()
        let trace = try trace()
        try Data("no metadata".utf8)
            .write(to: URL(fileURLWithPath: "\(trace.folder)/\(TraceFormat.metadataFileName)"))
        let reading = reading(of: [trace.folder, folder.file("x")])
        #expect(reading.report == nil)
        // What is not there comes before what cannot be read.
        #expect(reading.errors.first?.path == folder.file("x"))
        #expect(reading.errors.count == 2 && reading.emptiness == nil)
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
