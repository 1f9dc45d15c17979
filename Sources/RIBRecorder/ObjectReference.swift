import CRIBShims

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
}
