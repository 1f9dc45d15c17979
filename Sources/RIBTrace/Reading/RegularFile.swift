// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file opened for reading that is no pipe, device or folder, which could block or never end.
package final class RegularFile {
    private let descriptor: Int32
    package let path: String

    /// - Throws: `TraceError` with the system's reason, or that it is no file.
    package init(path: String) throws(TraceError) {
        self.path = path
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            throw TraceError(
                errno == ENOENT ? .notFound : .damaged, path: path,
                TraceError.reason(ofReading: errno))
        }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw TraceError(.damaged, path: path, "is not a regular file; record the run again")
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

    /// A whole file; nil when there is none that can be read, or one of more bytes than the limit.
    package static func bytes(at path: String, atMost limit: Int) -> [UInt8]? {
        guard let file = try? RegularFile(path: path), let size = file.size, size <= limit
        else { return nil }
        return try? file.bytes(size)
    }

    /// Reads bytes from a place in the file; fewer than `count` only at the file's end.
    package func bytes(_ count: Int, at offset: Int = 0) throws(TraceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var total = 0
        while total < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(
                    descriptor, $0.baseAddress.map { $0 + total }, count - total,
                    off_t(offset + total))
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else {
                throw TraceError(.damaged, path: path, TraceError.reason(ofReading: errno))
            }
            if got == 0 { break }
            total += got
        }
        bytes.removeLast(count - total)
        return bytes
    }

    /// Reads the header of the packet that begins at a place.
    ///
    /// - Throws: How reading ends there: complete where the file ends, cut short where a packet was
    ///   reserved but not begun when the process was killed.
    package func header(at offset: Int, of uuid: UUID) throws(StreamEnding) -> PacketHeader {
        let bytes: [UInt8]
        do {
            bytes = try self.bytes(PacketHeader.size, at: offset)
        } catch {
            throw StreamEnding(error)
        }
        if bytes.isEmpty { throw .complete }
        guard bytes.count == PacketHeader.size, bytes.contains(where: { $0 != 0 }) else {
            throw .cutShort
        }
        return try bytes.withUnsafeBytes { PacketHeader.decode(from: $0, of: uuid, at: offset) }
            .get()
    }
}
