/// The bytes that the streams of one trace may take, together.
final class DiskBudget: Sendable {
    let limit: Int
    private let used = AtomicCounter()

    /// - Parameter limit: In bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes for a packet.
    ///
    /// - Parameter eventClass: What the packet is begun for.
    /// - Returns: False when that class has used up its share.
    func take(_ bytes: Int, for eventClass: EventClass) -> Bool {
        let share = UInt64(limit) / 100 * UInt64(eventClass.share)
        if used.add(UInt64(bytes)) <= share { return true }
        giveBack(bytes)
        return false
    }

    /// Returns what was taken for a packet that could not be made.
    func giveBack(_ bytes: Int) {
        used.add(0 &- UInt64(bytes))
    }
}
