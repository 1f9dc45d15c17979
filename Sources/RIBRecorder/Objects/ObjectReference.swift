// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBHeap

/// References to objects that nobody keeps, but whose `deinit` says that it runs.
package enum ObjectReference {
    /// Runs `body` while the object at an address is kept.
    ///
    /// - Parameter address: Of an object that is not freed whole before this comes back.
    /// - Returns: Nil when the object is being freed.
    @inline(__always)
    package static func whileRetained<Result>(
        _ address: UnsafeMutableRawPointer, _ body: () -> Result
    ) -> Result? {
        guard ribleak_try_retain(address) != nil else { return nil }
        defer { Unmanaged<AnyObject>.fromOpaque(address).release() }
        return body()
    }

    /// The class of the object at an address, which is looked at without being kept: so whoever
    /// lets go of it last is never this call.
    ///
    /// - Parameter address: Of an object that is not freed whole before this comes back.
    /// - Returns: Nil when the object is being freed.
    static func livingType(_ address: UnsafeMutableRawPointer) -> ObjectIdentifier? {
        ribleak_living_type(address).map {
            // Safe: the runtime returns the class itself.
            ObjectIdentifier(unsafeBitCast($0, to: AnyClass.self))
        }
    }

    /// Keeps the memory of an object, so that nothing else gets its address, but not the object. It costs
    /// less than a weak reference, which has all references to the object counted in a table beside
    /// it.
    ///
    /// - Parameter address: Of a living object; `giveUpMemory(of:)` must follow once.
    package static func keepMemory(of address: UnsafeMutableRawPointer) {
        ribleak_unowned_retain(address)
    }

    /// Frees the memory of an object that is gone, or else leaves it to the object. Runs no code of
    /// the object's.
    package static func giveUpMemory(of address: UnsafeMutableRawPointer) {
        ribleak_unowned_release(address)
    }

    /// Whether an object is being freed that was at an address, where anything may be now.
    package static func isBeingFreed(at address: UInt) -> Bool {
        ReferenceCount.isDying(at: address)
    }

    /// Whether an object is not even being freed, without keeping it.
    ///
    /// - Parameter address: Of an object whose memory is kept.
    package static func isLiving(_ address: UnsafeMutableRawPointer) -> Bool {
        livingType(address) != nil
    }
}
