import RIBTrace

extension TraceRecovery {
    /// What was done, such as `recovered 1,234 events in 3 streams; trimmed 131,072 bytes`.
    var line: String {
        "recovered \(Self.counted(eventCount, "event")) in "
            + "\(Self.counted(UInt64(streamCount), "stream")); "
            + "trimmed \(Self.counted(trimmedBytes, "byte"))"
    }

    /// A count with a comma before every third digit, and its noun.
    private static func counted(_ count: UInt64, _ noun: String) -> String {
        let digits = Array(String(count))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return "\(text) \(noun)\(count == 1 ? "" : "s")"
    }
}
