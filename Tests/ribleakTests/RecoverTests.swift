// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@Suite struct RecoverTests {
    /// A trace with this many events and a page that was never begun.
    private func damagedTrace(events: Int = 1_234) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        for number in 1...events { trace.append(.loaded(router: .init(UInt64(number)))) }
        trace.finish()
        let stream = try FileHandle(
            forWritingTo: URL(fileURLWithPath: "\(trace.folder)/stream-1"))
        try stream.seekToEnd()
        try stream.write(contentsOf: Data(count: 131_072))
        return trace
    }

    @Test func saysInOneLineWhatItDid() throws {
        let trace = try damagedTrace()
        let run = try FinishedProcess("ribleak", ["recover", trace.folder])
        #expect(run.code == 0)
        #expect(run.errors == "")
        #expect(
            run.output == "\(trace.folder)-recovered: recovered 1,234 events in 1 stream; "
                + "trimmed 131,072 bytes\n")
        if Babeltrace.isInstalled {
            #expect(try Babeltrace.count(trace.folder + "-recovered") == 1_234)
        }
    }

    @Test func inPlaceChangesTheTraceItself() throws {
        let trace = try damagedTrace(events: 1)
        let copies = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: trace.folder, toPath: copies.file("t"))
        let run = try FinishedProcess("ribleak", ["recover", "--in-place", "t"], in: copies.path)
        #expect(run.code == 0)
        #expect(run.output == "t: recovered 1 event in 1 stream; trimmed 131,072 bytes\n")
    }

    @Test func doesNotTrimATraceThatIsBeingRecorded() throws {
        let trace = try damagedTrace()
        let run = try FinishedProcess("ribleak", ["recover", "--in-place", trace.folder])
        #expect(run.code == 74)
        #expect(
            run.errors == "ribleak: error: \(trace.folder): is still being recorded; "
                + "recover a copy instead\n")
    }

    @Test func refusesToOverwriteAndGoesOnWithTheOthers() throws {
        let first = try damagedTrace()
        let second = try damagedTrace()
        _ = try FinishedProcess("ribleak", ["recover", first.folder])
        let run = try FinishedProcess("ribleak", ["recover", first.folder, second.folder])
        #expect(run.code == 74)
        #expect(
            run.errors == "ribleak: error: \(first.folder)-recovered: exists already; "
                + "remove it to recover the trace again\n")
        #expect(run.output.hasPrefix("\(second.folder)-recovered: recovered 1,234 events"))
    }

    @Test func namesWhatCannotBeRead() throws {
        let run = try FinishedProcess("ribleak", ["recover", "/no/such"])
        #expect(run.code == 2)
        #expect(run.output == "")
        #expect(
            run.errors
                == "ribleak: error: /no/such: no such file or folder; name a run or a trace\n")
    }

    @Test func takesARunFolderForItsTraces() throws {
        let trace = try damagedTrace()
        let run = try FinishedProcess("ribleak", ["recover", trace.runsFolder])
        #expect(run.output.hasPrefix("\(trace.folder)-recovered: recovered 1,234 events"))
    }

    @Test func needsATrace() throws {
        #expect(try FinishedProcess("ribleak", ["recover"]).code == 64)
    }
}
