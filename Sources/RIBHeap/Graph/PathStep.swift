/// One strong reference on a path: the next step's holder, or the path's end, is what it leads to.
package struct PathStep: Hashable, Sendable {
    /// The address of the object that holds the reference.
    package let holder: UInt
    /// Where it keeps the reference, as in ``HeapReference/place``.
    package let place: UInt32

    package init(holder: UInt, place: UInt32) {
        self.holder = holder
        self.place = place
    }
}
