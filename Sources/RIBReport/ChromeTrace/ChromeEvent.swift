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
    /// Between the quotes of a JSON literal, as `type` is.
    private let name: String
    private let type: String
    /// What all events of the span have after their names, up to the time.
    private let identity: String
    private let process: Process

    /// - Parameters:
    ///   - texts: The history's texts, as they stand between the quotes of a JSON literal.
    ///   - id: Of the track, of which viewers make one for each id of a process.
    ///   - thread: What viewers that know threads show the track below.
    init(of span: HistorySpan, texts: [String], id: Int, process: Process, thread: Int) {
        self.span = span
        self.process = process
        type = texts[span.name]
        name = Self.name(of: span.kind, at: texts[span.ribPath], type)
        // A local id is one of the process: Perfetto shows what has a global one beside all.
        identity =
            "\"cat\":\"\(Self.category(of: span.kind))\",\"id2\":{\"local\":\"\(id)\"},"
            + "\"pid\":\(process.id),\"tid\":\(thread)"
    }

    /// The event that begins the span, with what is known of it.
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
        "{\"ph\":\"\(phase)\",\"name\":\"\(name)\",\(identity),\"ts\":\(process.time(time))\(rest)}"
    }

    private static func name(of kind: HistorySpan.Kind, at path: String, _ type: String) -> String {
        switch kind {
        case .rib: path
        case .activity: "\(path) · active"
        case .worker: "\(path) · worker \(type)"
        case .view: "\(path) · view \(type)"
        case .subscription: "\(path) · subscription \(type)"
        }
    }

    /// - Parameter chain: Between the quotes of a JSON literal.
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

    private static func category(of kind: HistorySpan.Kind) -> String {
        switch kind {
        case .rib: "rib"
        case .activity: "activity"
        case .worker: "worker"
        case .view: "view"
        case .subscription: "subscription"
        }
    }
}
