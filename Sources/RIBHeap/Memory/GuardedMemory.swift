import CRIBShims

/// Copies memory of this process that may be gone, without crashing.
///
/// Not for use by several threads at once.
package final class GuardedMemory {
    package init() {}

    /// Fills `buffer` from `address` on.
    ///
    /// - Returns: False when not all of it is there; `buffer` then holds anything.
    package func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = buffer.baseAddress else { return true }
        return ribleak_memory_read(UInt64(address), start, buffer.count) == buffer.count
    }

    /// The word at an address, or nil where there is none.
    package func word(at address: UInt) -> UInt? {
        var word: UInt = 0
        return withUnsafeMutableBytes(of: &word) { read(address, into: $0) } ? word : nil
    }
}
