import CRIBShims

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
