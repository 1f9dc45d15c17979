// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A value that one thread at a time may touch; copies share it.
///
/// `Synchronization.Mutex` would do, but it needs macOS 15 and iOS 18. The value and its lock share
/// one allocation, since every interactor has several of these.
// Inlinable, because other modules would otherwise call the generic code, which looks up the types
// of the value and its cell at each call. `@unchecked Sendable` is safe: the value is only accessed
// in `withLock`, whose closure runs on one thread at a time. The lock is in an object, which never
// moves.
@usableFromInline
package struct Protected<Value>: @unchecked Sendable {
    @usableFromInline
    package let cell: Cell

    @usableFromInline
    package final class Cell: ManagedBuffer<Value, pthread_mutex_t> {
        @inlinable
        deinit {
            _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
        }
    }

    @inlinable
    package init(_ value: Value) {
        let buffer = Cell.create(minimumCapacity: 1) { _ in value }
        _ = buffer.withUnsafeMutablePointerToElements { pthread_mutex_init($0, nil) }
        // `create` makes an object of the class it is called on.
        cell = unsafeDowncast(buffer, to: Cell.self)
    }

    /// The address of the value, for parts of it that may be read without the lock. Valid while a
    /// copy of this lives.
    @inlinable
    package var place: UnsafeRawPointer {
        // The value is part of the object, which never moves.
        cell.withUnsafeMutablePointerToHeader { UnsafeRawPointer($0) }
    }

    /// Runs `body` while no other thread does.
    ///
    /// Never release foreign objects inside: their `deinit` may call back into this lock. In a
    /// forked child, a lock that another thread held at the fork stays locked for ever. There,
    /// `body` runs without the lock after a short wait, and may see a half-made change.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try cell.withUnsafeMutablePointers { value, lock in
            let isLocked = ribleak_mutex_lock(lock)
            defer { if isLocked == 1 { pthread_mutex_unlock(lock) } }
            return try body(&value.pointee)
        }
    }

    /// Same as `withLock`, but returns nil at once if a thread is in it.
    @inlinable
    package func withLockIfFree<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result?
    {
        try cell.withUnsafeMutablePointers { value, lock in
            guard pthread_mutex_trylock(lock) == 0 else { return nil }
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }

    /// Same as `withLock`, but returns nil if a thread is in it all the time.
    ///
    /// - Parameter patience: How long to wait at most, in nanoseconds.
    package func withLock<Result>(
        within patience: UInt64, _ body: (inout Value) throws -> Result
    ) rethrows -> Result? {
        let start = ribleak_clock_monotonic()
        while true {
            let result = try withLockIfFree(body)
            if result != nil || ribleak_clock_monotonic() - start >= patience { return result }
            // Apple's systems have no wait for a mutex with a limit of time.
            usleep(100)
        }
    }
}

/// A placeholder for a lock that protects a stretch of work and no value: `Protected(NoState())`.
///
/// It is not `Void`, because a value without a size has the address of its object. Thread sanitizer
/// would then take each access to the object for an access to the value.
package struct NoState: Sendable {
    private let occupied = true

    package init() {}
}

/// A flag that changes under a lock and that any thread may read without it.
///
/// It must lie in memory that never moves, such as a value of `Protected`.
// Inlinable, because it is one instruction, and other modules would otherwise make a call.
@usableFromInline
package struct AtomicFlag: Sendable {
    @usableFromInline
    var bits: UInt64 = 0

    @inlinable
    package init() {}

    /// Whether a flag is set.
    ///
    /// - Parameter place: The flag's address.
    @inlinable
    package static func isSet(at place: UnsafePointer<AtomicFlag>) -> Bool {
        // Safe: a flag has no state but these bits.
        ribleak_atomic_load(UnsafeRawPointer(place).assumingMemoryBound(to: UInt64.self)) != 0
    }

    /// Changes this flag. Only one thread at a time may call it.
    @inlinable
    package mutating func set(_ isSet: Bool) { ribleak_atomic_store(&bits, isSet ? 1 : 0) }
}
