import RIBTrace

/// What a look at a trace may have missed, in one line.
enum ReadingGaps {
    /// - Parameters:
    ///   - reader: The reader, as far as it was read.
    ///   - dropped: The events that the process said it had to drop.
    /// - Returns: Nil when nothing is missing.
    static func line(of reader: TraceReader, dropped: UInt64) -> String? {
        let damaged = reader.endings.count { $0.ending != .complete }
        // A stream that never had a packet can only be told of by the others.
        let missing = max(reader.discarded, dropped)
        var reasons: [String] = []
        if damaged > 0 {
            reasons.append(damaged == 1 ? "1 stream is damaged" : "\(damaged) streams are damaged")
        }
        if missing > 0 {
            let events = missing == 1 ? "1 event was" : "\(missing) events were"
            reasons.append("\(events) dropped while recording")
        }
        guard !reasons.isEmpty else { return nil }
        return
            "\(reader.folder): \(reasons.joined(separator: ", ")): what is shown may be incomplete"
    }
}
