// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A value that one thread at a time may touch; copies share it.
///
/// `Synchronization.Mutex` would do, but needs macOS 15 and iOS 18. Value and lock lie in one
/// allocation, since every interactor has some of these.
// Usable from inline, or other modules would call the generic code, which looks up the types of the
// value and its cell at each call.
@usableFromInline
package struct Protected<Value>: @unchecked Sendable {
    // Unchecked but right: the value is only reached in `withLock`, whose closure one thread at a
    // time runs, and the lock lies in an object, which never moves.
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

    /// Where the value stands while a copy of this lives, for what of it may be read without the lock.
    @inlinable
    package var place: UnsafeRawPointer {
        // The value is part of the object, which never moves.
        cell.withUnsafeMutablePointerToHeader { UnsafeRawPointer($0) }
    }

    /// Runs `body` while no other thread does; in a forked child, whose parent's threads keep their locks for
    /// ever, perhaps in the state that one of them left. Never release foreign objects inside: their
    /// `deinit` may come back here.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try cell.withUnsafeMutablePointers { value, lock in
            let isLocked = ribleak_mutex_lock(lock)
            defer { if isLocked == 1 { pthread_mutex_unlock(lock) } }
            return try body(&value.pointee)
        }
    }
}

/// The value of a lock that protects an activity and no value: `Protected(NoState())`.
///
/// It is not `Void`. A value without a size has the address of its object, and thread sanitizer takes each access
/// to the object for an access to the value.
package struct NoState: Sendable {
    private let occupied = true

    package init() {}
}

/// A flag that is changed under a lock, and which any thread may read without it.
///
/// It must lie in memory that never moves, such as a value of `Protected`.
// Usable from inline, or other modules would call what is one instruction.
@usableFromInline
package struct AtomicFlag: Sendable {
    @usableFromInline
    var bits: UInt64 = 0

    @inlinable
    package init() {}

    /// Whether a flag is set.
    ///
    /// - Parameter place: Where it stands.
    @inlinable
    package static func isSet(at place: UnsafePointer<AtomicFlag>) -> Bool {
        // Safe: a flag has no state but these bits.
        ribleak_atomic_load(UnsafeRawPointer(place).assumingMemoryBound(to: UInt64.self)) != 0
    }

    /// Changes this flag. One thread at a time.
    @inlinable
    package mutating func set(_ isSet: Bool) { ribleak_atomic_store(&bits, isSet ? 1 : 0) }
}
