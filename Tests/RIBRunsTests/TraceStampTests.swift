// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBRuns
@testable import RIBTrace

/// A stamp differs exactly when a trace has other events.
@Suite struct TraceStampTests {
    private let trace: TraceBuilder

    init() throws { trace = try TraceBuilder() }

    private var stamp: TraceStamp { TraceStamp(of: trace.folder) }

    /// A mapped file keeps its size and its time while events are added to it.
    @Test func eachEventChangesIt() {
        var stamps: Set<TraceStamp> = [stamp]
        for index in 0..<200 {
            _ = trace.object(.object, "Item\(index)")
            stamps.insert(stamp)
        }
        #expect(stamps.count == 201)
    }

    @Test func withoutEventsItStaysTheSame() {
        _ = trace.rib("Root")
        #expect(stamp == stamp)
        #expect(stamp.description == stamp.description)
    }

    @Test func itIsAsLongAsTheStreamsAreMany() {
        for index in 0..<20_000 { _ = trace.object(.object, "Item\(index)") }
        #expect(stamp.description.utf8.count < 200)
    }

    @Test func whatIsNoTraceHasAStampToo() throws {
        let folder = try TemporaryFolder()
        #expect(TraceStamp(of: folder.path) == TraceStamp(of: folder.file("nowhere")))
        try FileManager.default.removeItem(atPath: "\(trace.folder)/metadata")
        #expect(stamp == TraceStamp(of: folder.path))
    }
}
