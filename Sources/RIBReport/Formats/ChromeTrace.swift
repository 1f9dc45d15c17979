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
        let process = ChromeEvent.Process(
            id: freeID(timeline.process.processID), delay: Self.delay(timeline.startedAt, origin))
        let title = "\(timeline.process.processName) (process \(timeline.process.processID))"
        try metadata("process_name", "name", JSONText.literal(title), process.id, 0)
        try metadata("process_sort_index", "sort_index", String(processes), process.id, 0)
        processes += 1
        let texts = timeline.texts.map(JSONText.inside)
        var place: Int?
        for span in timeline.spans {
            if span.ribPath != place {
                place = span.ribPath
                try beginThread("\"\(texts[span.ribPath])\"", process.id)
            }
            lastID += 1
            let event = ChromeEvent(
                of: span, texts: texts, id: lastID, process: process, thread: lastThread)
            try emit(event.beginning)
            for mark in span.marks { try emit(event.instant(mark)) }
            try emit(event.ending)
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
}

/// The events of one span, in the Trace Event Format.
struct ChromeEvent {
    /// A process in the document.
    struct Process {
        let id: Int
        /// Nanoseconds from the document's origin to the beginning of the recording.
        let delay: UInt64

        /// A moment of the recording, in microseconds since the document's origin.
        func time(_ nanoseconds: UInt64) -> String {
            let (sum, overflows) = delay.addingReportingOverflow(nanoseconds)
            // Viewers count nanoseconds in signed 64 bits.
            let time = overflows ? UInt64(Int64.max) : min(sum, UInt64(Int64.max))
            let digits = String(time % 1000)
            return "\(time / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    private let span: TimelineSpan
    /// Escaped for the inside of a JSON literal, like `type`.
    private let name: String
    private let type: String
    /// The part that all events of the span share, between the name and the time.
    private let identity: String
    private let process: Process

    /// - Parameters:
    ///   - texts: The timeline's texts, escaped for the inside of a JSON literal.
    ///   - id: The id of the track. Viewers make one track for each id of a process.
    ///   - thread: The thread under which viewers with threads show the track.
    init(of span: TimelineSpan, texts: [String], id: Int, process: Process, thread: Int) {
        self.span = span
        self.process = process
        type = texts[span.name]
        name = Self.name(of: span.kind, at: texts[span.ribPath], type)
        // A local id belongs to the process. Perfetto shows tracks with global ids beside all
        // processes.
        identity =
            "\"cat\":\"\(Self.category(of: span.kind))\",\"id2\":{\"local\":\"\(id)\"},"
            + "\"pid\":\(process.id),\"tid\":\(thread)"
    }

    /// The event that begins the span, with its facts.
    var beginning: String {
        var facts = "\"name\":\"\(type)\""
        facts += ",\"serialID\":\(span.subject)"
        if let subscription = span.subscription { facts += Self.facts(of: subscription, type) }
        if span.isOpen { facts += ",\"stillThereAtTheEnd\":true" }
        return written("b", name, at: span.start, ",\"args\":{\(facts)}")
    }

    /// The event that ends the span.
    var ending: String { written("e", name, at: span.end) }

    /// An event within the span.
    func instant(_ mark: TimelineMark) -> String {
        written("n", mark.kind.story, at: mark.time)
    }

    private func written(
        _ phase: Character, _ name: String, at time: UInt64, _ rest: String = ""
    ) -> String {
        "{\"ph\":\"\(phase)\",\"name\":\"\(name)\",\(identity),\"ts\":\(process.time(time))\(rest)}"
    }

    private static func name(of kind: TimelineSpan.Kind, at path: String, _ type: String) -> String
    {
        switch kind {
        case .rib: path
        case .activity: "\(path) · active"
        case .worker: "\(path) · worker \(type)"
        case .view: "\(path) · view \(type)"
        case .subscription: "\(path) · subscription \(type)"
        }
    }

    /// - Parameter chain: Escaped for the inside of a JSON literal.
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

    private static func category(of kind: TimelineSpan.Kind) -> String {
        switch kind {
        case .rib: "rib"
        case .activity: "activity"
        case .worker: "worker"
        case .view: "view"
        case .subscription: "subscription"
        }
    }
}
