#if os(Linux)
    import Glibc

    /// `MADV_POPULATE_WRITE` of Linux 5.14, which the headers of older systems do not name.
    private let populateForWriting: CInt = 23
#endif

/// Has the system back memory that is about to be filled, all at once: one page after another, the
/// faults would take longer than what is done with the memory.
///
/// A system that cannot does it page by page as the memory is filled.
package func prefault(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
        guard let start = memory.baseAddress else { return }
        let page = Int(getpagesize())
        let skipped = (page - Int(bitPattern: start) % page) % page
        let length = (memory.count - skipped) / page * page
        if length > 0 { madvise(start + skipped, length, populateForWriting) }
    #endif
}
