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

/// What a lock protects that is there for what its closures do.
///
/// Not `Void`: a value without a size has its object's own address, and thread sanitizer takes each
/// look at the object for one at the value.
package struct LockOnly: Sendable {
    private let occupied = true

    package init() {}
}
