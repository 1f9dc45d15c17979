// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file of a recovered trace: a new one, or a stream of the original that is trimmed.
final class RecoveredFile {
    private let path: String
    private let descriptor: Int32

    /// Makes the file, which must not exist.
    init(new path: String) throws(TraceError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TraceError(.cannotWrite, path: path, systemError()) }
    }

    /// Opens a stream to trim it.
    init(trimming path: String) throws(TraceError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw TraceError(.cannotWrite, path: path, systemError()) }
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(TraceError) {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                    off_t(offset + written))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw TraceError(.cannotWrite, path: path, systemError()) }
            written += count
        }
    }

    /// Makes the file this long; zeros fill what was not written.
    func setSize(_ size: Int) throws(TraceError) {
        guard ftruncate(descriptor, off_t(size)) == 0 else {
            throw TraceError(.cannotWrite, path: path, systemError())
        }
    }
}
