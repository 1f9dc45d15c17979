import CRIBShims

/// The bytes that the streams of one trace may take, together.
final class DiskBudget: @unchecked Sendable {
    // Unchecked but right: the cell never moves and is only reached by atomic operations.
    private let used: UnsafeMutablePointer<UInt64>
    let limit: Int

    /// - Parameter limit: In bytes.
    init(limit: Int) {
        self.limit = limit
        used = .allocate(capacity: 1)
        used.initialize(to: 0)
    }

    deinit {
        used.deallocate()
    }

    /// Takes bytes for a packet.
    ///
    /// - Parameter eventClass: What the packet is begun for.
    /// - Returns: False when that class has used up its share.
    func take(_ bytes: Int, for eventClass: EventClass) -> Bool {
        let total = ribleak_atomic_add(used, UInt64(bytes)) + UInt64(bytes)
        if total <= UInt64(limit) / 100 * UInt64(eventClass.share) { return true }
        giveBack(bytes)
        return false
    }

    /// Returns what was taken for a packet that could not be made.
    func giveBack(_ bytes: Int) {
        _ = ribleak_atomic_add(used, UInt64(bitPattern: Int64(-bytes)))
    }
}
