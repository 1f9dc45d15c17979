import Foundation

/// A value that any thread may change.
final class Locked<Value>: @unchecked Sendable {
    // Unchecked but right: the value is only reached in the lock.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
