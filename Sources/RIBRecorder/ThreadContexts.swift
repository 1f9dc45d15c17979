#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The calling thread's context, made at its first event and ended with the thread.
final class ThreadContexts: @unchecked Sendable {
    // Unchecked but right: `key` is written once, in init; what it holds is the calling thread's.
    private let key: pthread_key_t
    private let make: @Sendable () -> ThreadContext

    /// - Returns: Nil when the process has no thread-specific key left.
    init?(make: @escaping @Sendable () -> ThreadContext) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { stored in
            // Optional on Darwin only.
            let stored: UnsafeMutableRawPointer? = stored
            guard let stored else { return }
            Unmanaged<ThreadContext>.fromOpaque(stored).takeRetainedValue().threadExits()
        }
        guard status == 0 else { return nil }
        self.key = key
        self.make = make
    }

    deinit {
        pthread_key_delete(key)
    }

    var current: ThreadContext {
        if let stored = pthread_getspecific(key) {
            return Unmanaged<ThreadContext>.fromOpaque(stored).takeUnretainedValue()
        }
        let context = make()
        pthread_setspecific(key, Unmanaged.passRetained(context).toOpaque())
        return context
    }
}
