/// A strong reference from one object to another.
package struct HeapReference: Hashable, Sendable {
    /// The address of the object it leads to.
    package let target: UInt
    /// Where the holder keeps it, in bytes from the holder's address, or from that of the storage
    /// outside of the holder that belongs to it alone.
    package let place: UInt32

    package init(target: UInt, place: UInt32) {
        self.target = target
        self.place = place
    }
}
