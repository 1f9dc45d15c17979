// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBReport
@testable import RIBRuns
@testable import RIBText

@Suite struct ChromeTraceTests {
    private func text(_ timelines: [TraceTimeline], origin: Int64 = 0) throws -> String {
        try ChromeTrace.text(of: timelines, origin: origin)
    }

    private func timeline(
        _ texts: [String], _ spans: [TimelineSpan], startedAt: Int64 = 0,
        process: RecordedProcess = Samples.process()
    ) -> TraceTimeline {
        TraceTimeline(process: process, startedAt: startedAt, texts: texts, spans: spans)
    }

    private func span(
        _ kind: TimelineSpan.Kind = .rib, _ subject: UInt64 = 1, at path: Int = 0, name: Int = 1,
        _ times: ClosedRange<UInt64> = 1_000...2_500, isOpen: Bool = false,
        marks: [TimelineMark] = []
    ) -> TimelineSpan {
        TimelineSpan(
            kind: kind, subject: subject, ribPath: path, name: name, start: times.lowerBound,
            end: times.upperBound, isOpen: isOpen, marks: marks)
    }

    @Test func writesOneLineAnEvent() throws {
        let timeline = timeline(
            ["Root", "RootRouter", "Timer → sink"],
            [
                span(isOpen: true),
                span(
                    .subscription, 5, name: 2, 1_001...2_000,
                    marks: [TimelineMark(kind: .firedWhileInactive, time: 1_999)]),
            ])
        #expect(
            try text([timeline]) == """
                {"displayTimeUnit":"ms","traceEvents":[
                {"ph":"M","name":"process_name","pid":4711,"tid":0,"ts":0,"args":{"name":"demo (process 4711)"}},
                {"ph":"M","name":"process_sort_index","pid":4711,"tid":0,"ts":0,"args":{"sort_index":0}},
                {"ph":"M","name":"thread_name","pid":4711,"tid":1,"ts":0,"args":{"name":"Root"}},
                {"ph":"M","name":"thread_sort_index","pid":4711,"tid":1,"ts":0,"args":{"sort_index":1}},
                {"ph":"b","name":"Root","cat":"rib","id2":{"local":"1"},"pid":4711,"tid":1,"ts":1.000,"args":{"name":"RootRouter","serialID":1,"stillThereAtTheEnd":true}},
                {"ph":"e","name":"Root","cat":"rib","id2":{"local":"1"},"pid":4711,"tid":1,"ts":2.500},
                {"ph":"b","name":"Root · subscription Timer → sink","cat":"subscription","id2":{"local":"2"},"pid":4711,"tid":1,"ts":1.001,"args":{"name":"Timer → sink","serialID":5}},
                {"ph":"n","name":"fired while inactive","cat":"subscription","id2":{"local":"2"},"pid":4711,"tid":1,"ts":1.999},
                {"ph":"e","name":"Root · subscription Timer → sink","cat":"subscription","id2":{"local":"2"},"pid":4711,"tid":1,"ts":2.000}
                ]}

                """)
    }

    @Test func namesSayWhatASpanIs() throws {
        let kinds: [TimelineSpan.Kind] = [.rib, .activity, .worker, .view, .subscription]
        let check = try ChromeTraceCheck(
            try text([timeline(["Root", "X"], kinds.map { span($0) })]))
        #expect(
            check.spans.map(\.name) == [
                "Root", "Root · active", "Root · worker X", "Root · view X",
                "Root · subscription X",
            ])
        #expect(check.faults == [])
    }

    @Test func aSubscriptionHasItsFactsAsArguments() throws {
        let facts = SubscriptionSpan(
            attribution: .captured, confinement: .silent,
            deliveries: ListedSubscription.Deliveries(
                whileActive: 3, whileInactive: 1, first: 1_500, last: 2_000),
            end: .ownerGone)
        let span = TimelineSpan(
            kind: .subscription, subject: 5, ribPath: 0, name: 1, start: 1_000, end: 2_500,
            subscription: facts)
        let text = try text([timeline(["Root", "Timer → \"sink\""], [span])])
        #expect(
            text.contains(
                #""args":{"name":"Timer → \"sink\"","serialID":5,"chain":"Timer → \"sink\"","#
                    + #""attribution":"captured","confinement":"silent","valuesWhileActive":3,"#
                    + #""valuesWhileInactive":1,"firstValueNanoseconds":1500,"#
                    + #""lastValueNanoseconds":2000,"end":"owner gone"}"#))
        #expect(try ChromeTraceCheck(text).faults == [])
    }

    @Test func spansOfOnePlaceMayOverlap() throws {
        let timeline = timeline(
            ["Root", "RootRouter"], [span(.rib, 1, 1...9_000), span(.rib, 2, 5...12_000)])
        let check = try ChromeTraceCheck(try text([timeline]))
        #expect(check.spans.count == 2)
        #expect(check.faults == [])
    }

    @Test func processesStandSideBySideOnOneClock() throws {
        let timelines = [(1, 2_000_000), (2, 1_000_000)].map { id, start in
            timeline(
                ["Root", "X"], [span(.rib, 1, 1_000...2_000)], startedAt: start,
                process: .sample(id))
        }
        let check = try ChromeTraceCheck(try text(timelines, origin: 1_000_000))
        #expect(check.processes == [1: "demo (process 1)", 2: "demo (process 2)"])
        #expect(check.spans.map(\.start) == [1_001, 1])
        #expect(check.faults == [])
    }

    @Test func processesOfOneNumberAreStillTwo() throws {
        let ids = [7, 7, -1, 0, Int.max, 1]
        let check = try ChromeTraceCheck(
            try text(ids.map { timeline(["Root", "X"], [span()], process: .sample($0)) }))
        #expect(check.processes.count == 6)
        #expect(check.processes[7] == "demo (process 7)")
        #expect(check.faults == [])
    }

    @Test func anEmptyRunIsADocumentToo() throws {
        let nothing = try text([])
        #expect(nothing.contains("\"traceEvents\""))
        #expect(try ChromeTraceCheck(nothing).faults == [])
        let process = try ChromeTraceCheck(try text([timeline([], [])]))
        #expect(process.processes.count == 1)
        #expect(process.faults == [])
    }

    @Test func hostileNamesAndTimesAreData() throws {
        let evil = Samples.evil
        let process = RecordedProcess(
            trace: evil, processName: evil, processID: 3, startedAt: evil)
        let timeline = timeline(
            [evil, evil], [span(.view, .max, name: 1, 0...UInt64.max)], startedAt: .max,
            process: process)
        let text = try text([timeline], origin: .min)
        #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        let check = try ChromeTraceCheck(text)
        #expect(check.faults == [])
        #expect(check.spans.map(\.name) == ["\(evil) · view \(evil)"])
        #expect(check.threads == [evil])
    }
}

extension RecordedProcess {
    fileprivate static func sample(_ id: Int) -> RecordedProcess { Samples.process(id) }
}

extension ChromeTrace {
    /// The whole document of some processes.
    static func text(of timelines: [TraceTimeline], origin: Int64 = 0) throws -> String {
        var text = ""
        let write = { text += $0 }
        var chrome = try ChromeTrace(origin: origin, to: write)
        for timeline in timelines { try chrome.add(timeline) }
        try chrome.finish()
        return text
    }
}
