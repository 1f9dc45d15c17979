#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file opened for reading that is no pipe, device or folder, which could block or never end.
struct RegularFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// - Throws: `TraceError` with the system's reason, or that it is no file.
    init(path: String) throws(TraceError) {
        self.path = path
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw TraceError(.damaged, path: path, systemError()) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw TraceError(.damaged, path: path, "not a regular file")
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }

    /// In bytes.
    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Reads bytes from a place in the file.
    ///
    /// - Parameters:
    ///   - count: How many at most; `memory` must hold as many.
    ///   - offset: In bytes from the start.
    /// - Returns: How many there were: fewer only at the file's end.
    /// - Throws: `TraceError` with the system's reason.
    func read(
        _ count: Int, at offset: Int, into memory: UnsafeMutableRawBufferPointer
    ) throws(TraceError) -> Int {
        var total = 0
        while total < count, let start = memory.baseAddress {
            let got = pread(descriptor, start + total, count - total, off_t(offset + total))
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw TraceError(.damaged, path: path, systemError()) }
            if got == 0 { break }
            total += got
        }
        return total
    }
}
