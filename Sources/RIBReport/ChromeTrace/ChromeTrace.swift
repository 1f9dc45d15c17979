import RIBAnalysis
import RIBTrees

/// Writes histories in the Trace Event Format, which Perfetto and chrome://tracing open.
///
/// Each span is a pair of nestable asynchronous events with an id of its own, since RIBs at one
/// place and subscriptions of one interactor may overlap as they like. A viewer groups them by name
/// under their process, so names begin with the place. Viewers that group by thread find one for
/// each place. It is written piece by piece and never held as a whole.
package struct ChromeTrace {
    private let write: (String) throws -> Void
    private var isFirst = true
    /// Threads and ids are never used again, not even by another process.
    private var lastThread = 0
    private var lastID = 0
    private var processes = 0
    /// When the earliest recording began, in nanoseconds since 1970-01-01 UTC.
    private let origin: Int64
    private var usedIDs: Set<Int> = []

    /// Begins the document.
    ///
    /// - Parameters:
    ///   - origin: What all times count from, in nanoseconds since 1970-01-01 UTC.
    ///   - write: Takes the next piece of the document.
    package init(origin: Int64, to write: @escaping (String) throws -> Void) throws {
        self.origin = origin
        self.write = write
        try write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    }

    /// Ends the document.
    package mutating func finish() throws { try write("\n]}\n") }

    /// Writes all spans of a process.
    package mutating func add(_ history: TraceHistory) throws {
        let process = ChromeEvent.Process(
            id: freeID(history.process.processID), delay: Self.delay(history.startedAt, origin))
        let title = "\(history.process.processName) (process \(history.process.processID))"
        try metadata("process_name", "name", JSONText.literal(title), process.id, 0)
        try metadata("process_sort_index", "sort_index", String(processes), process.id, 0)
        processes += 1
        let texts = history.texts.map(JSONText.inside)
        var place: Int?
        for span in history.spans {
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
        // A thread with the number of its process would be taken for the main thread.
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

    /// The process's own id, unless another has it or no process can.
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
