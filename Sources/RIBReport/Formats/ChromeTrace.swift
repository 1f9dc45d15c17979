// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBText

/// Writes timelines in the Trace Event Format, which Perfetto and chrome://tracing open.
///
/// Each span is a pair of nestable asynchronous events with a unique id, since RIBs at one place
/// and subscriptions of one interactor may overlap. A viewer groups spans by name under their
/// process, so names begin with the place. For viewers that group by thread, there is one thread
/// for each place. The document is written piece by piece and never held as a whole.
package struct ChromeTrace {
    private let write: (String) throws -> Void
    private var isFirst = true
    /// Ids of threads and events are never reused, not even by another process.
    private var lastThread = 0
    private var lastID = 0
    private var processes = 0
    /// When the earliest recording began, in nanoseconds since 1970-01-01 UTC.
    private let origin: Int64
    private var usedIDs: Set<Int> = []

    /// Begins the document.
    ///
    /// - Parameters:
    ///   - origin: The zero of all times, in nanoseconds since 1970-01-01 UTC.
    ///   - write: Receives the next piece of the document.
    package init(origin: Int64, to write: @escaping (String) throws -> Void) throws {
        self.origin = origin
        self.write = write
        try write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    }

    /// Ends the document.
    package mutating func finish() throws { try write("\n]}\n") }

    /// Writes all spans of a process.
    package mutating func add(_ timeline: TraceTimeline) throws {
        let process = freeID(timeline.process.processID)
        let delay = Self.delay(timeline.startedAt, origin)
        let title = "\(timeline.process.processName) (process \(timeline.process.processID))"
        try metadata("process_name", "name", JSONText.literal(title), process, 0)
        try metadata("process_sort_index", "sort_index", String(processes), process, 0)
        processes += 1
        let texts = timeline.texts.map(JSONText.inside)
        var place: Int?
        for span in timeline.spans {
            if span.ribPath != place {
                place = span.ribPath
                try beginThread("\"\(texts[span.ribPath])\"", process)
            }
            try add(span, texts, process, delay)
        }
    }

    private mutating func beginThread(_ name: String, _ process: Int) throws {
        lastThread += 1
        // Viewers take a thread with the number of its process for the main thread.
        while usedIDs.contains(lastThread) { lastThread += 1 }
        try metadata("thread_name", "name", name, process, lastThread)
        try metadata("thread_sort_index", "sort_index", String(lastThread), process, lastThread)
    }

    private mutating func metadata(
        _ name: String, _ key: String, _ value: String, _ process: Int, _ thread: Int
    ) throws {
        try emit(
            "{\"ph\":\"M\",\"name\":\"\(name)\",\"pid\":\(process),\"tid\":\(thread),\"ts\":0,"
                + "\"args\":{\"\(key)\":\(value)}}")
    }

    private mutating func emit(_ event: String) throws {
        try write(isFirst ? "\n" : ",\n")
        isFirst = false
        try write(event)
    }

    /// The process's own id, unless another process uses it or the id is invalid.
    private mutating func freeID(_ processID: Int) -> Int {
        var id = (1...Int(Int32.max)).contains(processID) ? processID : 1
        while !usedIDs.insert(id).inserted { id = id < Int(Int32.max) ? id + 1 : 1 }
        return id
    }

    private static func delay(_ startedAt: Int64, _ origin: Int64) -> UInt64 {
        let (difference, overflows) = startedAt.subtractingReportingOverflow(origin)
        return overflows ? UInt64(Int64.max) : UInt64(clamping: difference)
    }

    /// A moment of a recording, in microseconds since the document's origin.
    ///
    /// - Parameter delay: Nanoseconds from the document's origin to the beginning of the recording.
    private static func time(_ nanoseconds: UInt64, after delay: UInt64) -> String {
        let (sum, overflows) = delay.addingReportingOverflow(nanoseconds)
        // Viewers count nanoseconds in signed 64 bits.
        let time = overflows ? UInt64(Int64.max) : min(sum, UInt64(Int64.max))
        let digits = String(time % 1000)
        return "\(time / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

// The events of one span. Its texts are escaped for the inside of a JSON literal.
extension ChromeTrace {
    /// Writes the event that begins a span, with its facts, those of its marks and its end.
    private mutating func add(
        _ span: TimelineSpan, _ texts: [String], _ process: Int, _ delay: UInt64
    ) throws {
        lastID += 1
        let type = texts[span.name]
        let name = Self.name(of: span.kind, at: texts[span.ribPath], type)
        // A local id belongs to the process. Perfetto shows tracks with global ids beside all
        // processes.
        let identity =
            "\"cat\":\"\(span.kind)\",\"id2\":{\"local\":\"\(lastID)\"},"
            + "\"pid\":\(process),\"tid\":\(lastThread)"
        func event(
            _ phase: Character, _ name: String, at time: UInt64, _ rest: String = ""
        ) -> String {
            "{\"ph\":\"\(phase)\",\"name\":\"\(name)\",\(identity),"
                + "\"ts\":\(Self.time(time, after: delay))\(rest)}"
        }
        let facts = ",\"args\":{\(Self.facts(of: span, type))}"
        try emit(event("b", name, at: span.start, facts))
        for mark in span.marks { try emit(event("n", mark.kind.story, at: mark.time)) }
        try emit(event("e", name, at: span.end))
    }

    private static func name(
        of kind: TimelineSpan.Kind, at path: String, _ type: String
    ) -> String {
        switch kind {
        case .rib: path
        case .activity: "\(path) · active"
        case .worker: "\(path) · worker \(type)"
        case .view: "\(path) · view \(type)"
        case .subscription: "\(path) · subscription \(type)"
        }
    }

    private static func facts(of span: TimelineSpan, _ type: String) -> String {
        "\"name\":\"\(type)\",\"serialID\":\(span.subject)"
            + (span.subscription.map { facts(of: $0, type) } ?? "")
            + (span.isOpen ? ",\"stillThereAtTheEnd\":true" : "")
    }

    private static func facts(of subscription: SubscriptionSpan, _ chain: String) -> String {
        var facts = ",\"chain\":\"\(chain)\""
        facts += ",\"attribution\":\"\(subscription.attribution.name)\""
        facts += ",\"confinement\":\"\(subscription.confinement.word)\""
        if let deliveries = subscription.deliveries {
            facts += ",\"valuesWhileActive\":\(deliveries.whileActive)"
            facts += ",\"valuesWhileInactive\":\(deliveries.whileInactive)"
            if let first = deliveries.first { facts += ",\"firstValueNanoseconds\":\(first)" }
            if let last = deliveries.last { facts += ",\"lastValueNanoseconds\":\(last)" }
        }
        return facts + ",\"end\":\"\((subscription.end?.word ?? "alive"))\""
    }
}
