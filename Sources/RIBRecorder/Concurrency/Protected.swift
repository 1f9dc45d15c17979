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
    package final class Cell: ManagedBuffer<Value, ribleak_lock> {
        @inlinable
        deinit {
            withUnsafeMutablePointerToElements { ribleak_lock_destroy($0) }
        }
    }

    @inlinable
    package init(_ value: Value) {
        let buffer = Cell.create(minimumCapacity: 1) { _ in value }
        buffer.withUnsafeMutablePointerToElements { ribleak_lock_init($0) }
        // `create` makes an object of the class it is called on.
        cell = unsafeDowncast(buffer, to: Cell.self)
    }

    /// A number beside the value that any thread may read without the lock. It starts as 0; set it
    /// only in `withLock`.
    @inlinable
    package var number: UInt64 {
        get { cell.withUnsafeMutablePointerToElements { ribleak_lock_number($0) } }
        nonmutating set {
            cell.withUnsafeMutablePointerToElements { ribleak_lock_set_number($0, newValue) }
        }
    }

    /// Runs `body` while no other thread does.
    ///
    /// Never release foreign objects inside: their `deinit` may call back into this lock. In a
    /// forked child, a lock that another thread held at the fork stays locked for ever. There,
    /// `body` runs without the lock after a short wait, and may see a half-made change.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try cell.withUnsafeMutablePointers { value, lock in
            let isTaken = ribleak_lock_take(lock)
            defer { if isTaken == 1 { ribleak_lock_release(lock) } }
            return try body(&value.pointee)
        }
    }

    /// Same as `withLock`, but returns nil at once if a thread is in it.
    @inlinable
    package func withLockIfFree<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result?
    {
        try cell.withUnsafeMutablePointers { value, lock in
            guard ribleak_lock_take_if_free(lock) == 1 else { return nil }
            defer { ribleak_lock_release(lock) }
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
