// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The recording context of each thread. It is made at the thread's first event, and ends with the
/// thread or with this object.
// `@unchecked Sendable` is safe: all properties are constants, and the value behind `key` belongs
// to the calling thread.
final class ThreadContexts: @unchecked Sendable {
    private let key: pthread_key_t
    /// Identifies these contexts in a thread's slot. Unlike an address, it is never reused.
    private let id = ThreadContexts.ids.increment()
    private static let ids = AtomicCounter()
    private let spares: SpareStreams
    /// How many warnings there were. The first one is printed.
    private let warnings: AtomicCounter

    /// The contexts of all recorders, by number. Threads store the number and not a pointer. So a
    /// thread that ends while its recorder is freed finds nothing instead of freed memory.
    private static let living = Protected<[UInt64: (context: ThreadContext, owner: UInt64)]>([:])
    private static let numbers = AtomicCounter()

    /// - Returns: Nil when the process has no thread-specific key left.
    init?(of spares: SpareStreams, warnings: AtomicCounter) {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { stored in
            ribleak_thread_ends()
            // Optional on Darwin only.
            let stored: UnsafeMutableRawPointer? = stored
            // A forked child shares its parent's packets: it must not seal them.
            guard ribleak_fork_is_child() == 0 else { return }
            ribleak_thread_slot_fill(0, nil)
            let number = UInt64(UInt(bitPattern: stored))
            let ended = ThreadContexts.living.withLock { $0.removeValue(forKey: number) }
            // Its last event was recorded: another thread may go on with its stream.
            if let ended = ended?.context, let stream = ended.stream {
                ended.spares.release(stream)
            }
        }
        guard status == 0 else { return nil }
        (self.key, self.spares, self.warnings) = (key, spares, warnings)
    }

    deinit {
        pthread_key_delete(key)
        let id = id
        // Released after the lock, because that closes streams.
        let gone = Self.living.withLock { living in
            let gone = living.filter { $0.value.owner == id }
            for number in gone.keys { living[number] = nil }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    var current: ThreadContext { withCurrent { $0 } }

    /// Runs `body` with the context, without retaining it: the thread keeps it alive.
    @inline(__always)
    func withCurrent<Result>(_ body: (ThreadContext) -> Result) -> Result {
        let stored = ribleak_thread_slot_find(id) ?? find()
        return Unmanaged<ThreadContext>.fromOpaque(stored)._withUnsafeGuaranteedRef(body)
    }

    /// Finds or makes the context and stores it in the thread's slot.
    @inline(never)
    private func find() -> UnsafeMutableRawPointer {
        let number = UInt64(UInt(bitPattern: pthread_getspecific(key)))
        let context = Self.living.withLock { $0[number]?.context } ?? begin()
        let stored = Unmanaged.passUnretained(context).toOpaque()
        ribleak_thread_slot_fill(id, stored)
        return stored
    }

    private func begin() -> ThreadContext {
        var stream: StreamWriter?
        do {
            stream = try spares.claim()
        } catch {
            let reason = (error as? TraceError)?.explanation ?? "\(error)"
            HostWarning.sayFirst("\(reason): events of new threads are not recorded", of: warnings)
        }
        let context = ThreadContext(stream: stream, spares: spares)
        let number = Self.numbers.increment()
        Self.living.withLock { $0[number] = (context, id) }
        pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: UInt(number)))
        return context
    }
}

/// The recorder's state for one thread: its stream, and the owner of the subscriptions it makes
/// now.
final class ThreadContext {
    /// Nil when no stream could be made: this thread's events are dropped.
    let stream: StreamWriter?
    fileprivate let spares: SpareStreams
    var owner = CurrentOwner.none
    /// The components that it made and that no router has taken yet.
    ///
    /// A builder makes the component first and then the router. So the thread and the names
    /// identify a router's component.
    var components: [RecentObject] = []
    /// Builds nest: a builder may make components of children before its own router.
    static let mostComponents = 16

    init(stream: StreamWriter?, spares: SpareStreams) {
        (self.stream, self.spares) = (stream, spares)
    }
}

/// Keeps streams ready for new threads, so that a thread's first event does not create a file.
final class SpareStreams: Sendable {
    /// How many streams are ready when recording starts, and after each refill. Each takes a
    /// packet on disk.
    private static let most = 4
    /// More streams are made when only this many are left. That wakes another thread, which costs
    /// as much as several captures, so few threads should have to do it.
    private static let fewest = 1

    private let writer: Protected<TraceWriter>
    private let isRefilling = AtomicCounter()

    init(of writer: Protected<TraceWriter>) { self.writer = writer }

    /// Returns a stream for the calling thread. If few are left, another thread makes more. Throws
    /// a `TraceError` when there are too many.
    func claim() throws -> StreamWriter {
        let (claimed, left) = try writer.withLock { (try $0.claimStream(), $0.readyCount) }
        if left <= Self.fewest { refill() }
        return claimed
    }

    func release(_ stream: StreamWriter) { writer.withLock { $0.release(stream) } }

    /// Makes streams away from the thread that took the last one, because a new file costs more
    /// than a hundred captures.
    private func refill() {
        guard isRefilling.increment() == 1 else { return }
        let isBegun = Aside.perform { [self] in
            isRefilling.value = 0
            refillNow()
        }
        if !isBegun { isRefilling.value = 0 }
    }

    /// Makes streams on the calling thread. This happens outside the writer's lock, so no thread
    /// waits for a disk.
    func refillNow() {
        while let stream = writer.withLock({ $0.takeUnready(of: Self.most) }) {
            guard stream.prepare(at: ribleak_clock_monotonic()) else {
                // A limit or a full disk: the next thread asks again.
                return writer.withLock { $0.release(stream) }
            }
            writer.withLock { $0.addReady(stream) }
        }
    }
}
