// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBHeap

/// Access by address to objects that are not retained here. Their memory must not be freed before a
/// call returns.
package enum ObjectReference {
    package static func address(of object: AnyObject) -> UInt {
        UInt(bitPattern: ObjectIdentifier(object))
    }

    /// Runs `body` while the object at an address is retained. Nil when it is being freed.
    package static func whileRetained<Result>(
        _ address: UnsafeMutableRawPointer, _ body: () -> Result
    ) -> Result? {
        guard ribleak_try_retain(address) != nil else { return nil }
        defer { Unmanaged<AnyObject>.fromOpaque(address).release() }
        return body()
    }

    /// The class of the object at an address; nil when it is being freed. The object is not
    /// retained, so this call can never be the one that frees it.
    static func livingType(at address: UInt) -> ObjectIdentifier? {
        UnsafeMutableRawPointer(bitPattern: address).flatMap { ribleak_living_type($0) }.map {
            // Safe: the runtime returns the class itself.
            ObjectIdentifier(unsafeBitCast($0, to: AnyClass.self))
        }
    }

    /// Keeps the memory of a living object, but not the object, so that nothing else gets its
    /// address. Call `giveUpMemory(of:)` for it once. This costs less than a weak reference, which
    /// moves the object's reference counts to a side table.
    package static func keepMemory(of address: UnsafeMutableRawPointer) {
        ribleak_unowned_retain(address)
    }

    /// Ends `keepMemory(of:)`: frees the memory if the object was freed already. Runs no code of
    /// the object.
    package static func giveUpMemory(of address: UnsafeMutableRawPointer) {
        ribleak_unowned_release(address)
    }

    static func giveUpMemory(at address: UInt) {
        UnsafeMutableRawPointer(bitPattern: address).map(giveUpMemory(of:))
    }

    /// Whether the object at an address is being freed. Anything may be there by now.
    package static func isBeingFreed(at address: UInt) -> Bool {
        ReferenceCount.isDying(at: address)
    }

    /// Whether an object is alive and not being freed. Does not retain it.
    package static func isLiving(_ address: UnsafeMutableRawPointer) -> Bool {
        isLiving(at: UInt(bitPattern: address))
    }

    static func isLiving(at address: UInt) -> Bool { livingType(at: address) != nil }
}
