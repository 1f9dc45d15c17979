import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The calling thread's context, made at its first event and ended with the thread.
final class ThreadContexts: @unchecked Sendable {
    // Unchecked but right: `key` is written once, in init; what it holds is the calling thread's.
    private let key: pthread_key_t
    /// Names these contexts in a thread's slot; never used again, unlike an address.
    private let id = ThreadContexts.ids.increment()
    private static let ids = AtomicCounter()
    private let make: @Sendable () -> ThreadContext

    /// - Returns: Nil when the process has no thread-specific key left.
    init?(make: @escaping @Sendable () -> ThreadContext) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { stored in
            // Optional on Darwin only.
            let stored: UnsafeMutableRawPointer? = stored
            // A forked child shares its parent's packets: it must not seal them.
            guard let stored, ribleak_fork_is_child() == 0 else { return }
            ribleak_thread_slot_fill(0, nil)
            Unmanaged<ThreadContext>.fromOpaque(stored).takeRetainedValue().threadExits()
        }
        guard status == 0 else { return nil }
        self.key = key
        self.make = make
    }

    deinit {
        pthread_key_delete(key)
    }

    var current: ThreadContext { withCurrent { $0 } }

    /// Runs `body` with the context, without counting references to it: the thread keeps it.
    @inline(__always)
    func withCurrent<Result>(_ body: (ThreadContext) -> Result) -> Result {
        let stored = ribleak_thread_slot_find(id) ?? find()
        return Unmanaged<ThreadContext>.fromOpaque(stored)._withUnsafeGuaranteedRef(body)
    }

    /// Finds or makes the context and leaves it in the thread's slot.
    @inline(never)
    private func find() -> UnsafeMutableRawPointer {
        let stored =
            pthread_getspecific(key)
            ?? {
                let made = Unmanaged.passRetained(make()).toOpaque()
                pthread_setspecific(key, made)
                return made
            }()
        ribleak_thread_slot_fill(id, stored)
        return stored
    }
}
