import RIBAnalysis

/// What the events of one span have in common, in the Trace Event Format.
struct ChromeEvent {
    /// A process as viewers see it.
    struct Process {
        let id: Int
        /// Nanoseconds from the document's origin to the beginning of the recording.
        let delay: UInt64

        /// A moment of the recording, in microseconds since the document's origin.
        func time(_ nanoseconds: UInt64) -> String {
            let (sum, overflows) = delay.addingReportingOverflow(nanoseconds)
            // Viewers count nanoseconds in 64 bits with a sign.
            let time = overflows ? UInt64(Int64.max) : min(sum, UInt64(Int64.max))
            let digits = String(time % 1000)
            return "\(time / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    private let span: HistorySpan
    private let history: TraceHistory
    private let id: Int
    private let process: Process
    private let thread: Int

    /// - Parameters:
    ///   - id: Of the track, of which viewers make one for each id of a process.
    ///   - thread: What viewers that know threads show the track below.
    init(of span: HistorySpan, in history: TraceHistory, id: Int, process: Process, thread: Int) {
        self.span = span
        self.history = history
        self.id = id
        self.process = process
        self.thread = thread
    }

    /// The event that begins the span, with what is known of it.
    var beginning: String {
        var facts = "\"name\":\(JSONText.literal(history.texts[span.name]))"
        facts += ",\"serialID\":\(span.subject)"
        if span.isOpen { facts += ",\"stillThereAtTheEnd\":true" }
        return written("b", name, at: span.start, ",\"args\":{\(facts)}")
    }

    /// The event that ends the span.
    var ending: String { written("e", name, at: span.end) }

    /// An event within the span.
    func instant(_ mark: HistoryMark) -> String {
        let name =
            switch mark.kind {
            case .firedWhileInactive: "fired while inactive"
            case .viewLeft: "left the screen"
            case .viewAppeared: "appeared on the screen"
            }
        return written("n", name, at: mark.time)
    }

    private func written(
        _ phase: Character, _ name: String, at time: UInt64, _ rest: String = ""
    ) -> String {
        // A local id is one of the process: Perfetto shows what has a global one beside all.
        "{\"ph\":\"\(phase)\",\"cat\":\"\(category)\",\"name\":\(JSONText.literal(name)),"
            + "\"id2\":{\"local\":\"\(id)\"},\"pid\":\(process.id),\"tid\":\(thread),"
            + "\"ts\":\(process.time(time))\(rest)}"
    }

    private var name: String {
        let (path, name) = (history.texts[span.ribPath], history.texts[span.name])
        return switch span.kind {
        case .rib: path
        case .activity: "\(path) · active"
        case .worker: "\(path) · worker \(name)"
        case .view: "\(path) · view \(name)"
        case .subscription: "\(path) · subscription \(name)"
        }
    }

    private var category: String {
        switch span.kind {
        case .rib: "rib"
        case .activity: "activity"
        case .worker: "worker"
        case .view: "view"
        case .subscription: "subscription"
        }
    }
}
