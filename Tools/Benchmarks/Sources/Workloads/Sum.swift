import Foundation

/// A number that several threads add to.
final class Sum: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var total: UInt64 = 0  // only touched while `lock` is held

    var value: UInt64 { lock.withLock { total } }

    func add(_ amount: UInt64) { lock.withLock { total += amount } }
}
