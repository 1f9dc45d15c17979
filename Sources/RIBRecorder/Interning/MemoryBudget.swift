import RIBTrace

/// The bytes that what is kept for good may take: distinct stacks and texts.
final class MemoryBudget: Sendable {
    private let used = AtomicCounter()
    private let limit: UInt64
    private let onExhaustion: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: In bytes.
    ///   - onExhaustion: Called whenever something did not fit.
    init(limit: Int, onExhaustion: @escaping @Sendable () -> Void) {
        self.limit = UInt64(limit)
        self.onExhaustion = onExhaustion
    }

    var usedBytes: UInt64 { used.value }

    /// - Returns: False when that much is not left.
    func take(_ bytes: Int) -> Bool {
        if used.add(UInt64(bytes)) <= limit { return true }
        used.add(0 &- UInt64(bytes))
        onExhaustion()
        return false
    }
}
