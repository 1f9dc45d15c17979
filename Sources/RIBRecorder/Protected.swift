#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A value that one thread at a time may touch.
///
/// `Synchronization.Mutex` would do, but needs macOS 15 and iOS 18.
package final class Protected<Value>: @unchecked Sendable {
    // Unchecked but right: `value` is only reached in `withLock`, whose closure one thread at a
    // time runs, and `mutex` is a heap cell that never moves.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread does. Never release foreign objects inside: their
    /// `deinit` may come back here.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
