// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

/// babeltrace2 decides what a CTF trace is. It rejects a whole trace for one bad packet.
@Suite(.enabled(if: Babeltrace.isInstalled, "babeltrace2 is not installed"))
struct BabeltraceTests {
    @Test func itReadsEveryKindOfEventWithoutAComplaint() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)

        let answer = try Babeltrace.read(trace.folder)
        #expect(answer.complaints == "")
        #expect(answer.lines.count == everyEvent.count)
        #expect(answer.status == 0)
    }

    @Test func itPassesOverTheNamesOfFunctionsThatReadersKeep() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)
        let names = URL(fileURLWithPath: "\(trace.folder)/\(TraceReader.symbolsFileName)")
        try Data("{}".utf8).write(to: names)

        let answer = try Babeltrace.read(trace.folder)
        #expect(answer.complaints == "")
        #expect(answer.lines.count == everyEvent.count)
    }

    @Test func itReadsTheFieldsAsTheyWereWritten() throws {
        let trace = try TraceBuilder()
        everyEvent.forEach(trace.append)

        let lines = try Babeltrace.read(trace.folder).lines
        #expect(lines[0].hasSuffix("{ id = 1, text = \"HomeRouter\" }"))
        #expect(
            lines[2].hasSuffix(
                "{ id = 1, truncated = 1, depth = 2, frames = [ [0] = { image = 1, offset = 0x1234 }, "
                    + "[1] = { image = 0, offset = 0x7FFF00000001 } ] }"))
        #expect(lines[21].hasSuffix("{ reason = 1, scope = 1, unjudged = 7 }"))
    }

    @Test func itReadsManyPackets() throws {
        let trace = try TraceBuilder()
        for number in 1...20_000 { trace.append(.objectDestroyed(ObjectID(UInt64(number)))) }

        let answer = try Babeltrace.read(trace.folder)
        #expect(answer.complaints == "")
        #expect(answer.lines.count == 20_000)
    }
}
