// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file opened for reading that is no pipe, device or folder, which could block or never end.
package struct RegularFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

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

    /// Reads bytes from a place in the file.
    ///
    /// - Parameters:
    ///   - count: How many at most; `memory` must hold as many.
    ///   - offset: In bytes from the start.
    /// - Returns: How many there were: fewer only at the file's end.
    /// - Throws: `TraceError` with the system's reason.
    package func read(
        _ count: Int, at offset: Int, into memory: UnsafeMutableRawBufferPointer
    ) throws(TraceError) -> Int {
        var total = 0
        while total < count, let start = memory.baseAddress {
            let got = pread(descriptor, start + total, count - total, off_t(offset + total))
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else {
                throw TraceError(.damaged, path: path, TraceError.reason(ofReading: errno))
            }
            if got == 0 { break }
            total += got
        }
        return total
    }
}

/// The trace of this process, read while it is written: what was read once is not read again.
///
/// A copy reads on from the same place by itself.
package struct GrowingTrace {
    package let folder: String
    package let metadata: TraceMetadata
    private var places: [String: StreamPlace] = [:]
    private var discardedBy: [String: UInt64] = [:]
    /// All events up to this time were given.
    private var time: UInt64 = 0

    /// - Throws: `TraceError` as `TraceReader` does.
    package init(folder: String) throws(TraceError) {
        self.folder = folder
        metadata = try TraceMetadata(parsing: TraceReader.metadataText(in: folder), of: folder)
    }

    /// The events that the recorder had to drop, as far as read.
    package var discarded: UInt64 { discardedBy.values.reduce(0, &+) }

    /// Gives a consumer what was written since the last call.
    ///
    /// - Parameters:
    ///   - latest: The time of the last event to read, not later than now.
    /// - Returns: False, without reading anything, when a thread wrote an event that is older than
    ///   what was read before: the clock was read before that, and the event was in the trace
    ///   after. Then only reading all anew gives the right order.
    /// - Throws: `TraceError` when the folder cannot be read.
    package mutating func read(
        through latest: UInt64, into consumer: inout some EventConsumer
    ) throws(TraceError) -> Bool {
        let names = try TraceReader.fileNames(in: folder)
            .filter { $0.hasPrefix(TraceFormat.streamFilePrefix) }.sorted()
            .prefix(TraceFormat.mostStreams)
        let streams = names.map { name in
            StreamReader(
                path: "\(folder)/\(name)", uuid: metadata.uuid,
                from: places[name] ?? StreamPlace(), through: latest)
        }
        var merge = StreamMerge(streams)
        if let earliest = merge.earliest, earliest <= time, time > 0 { return false }
        merge.readAll(into: &consumer)
        for (name, stream) in zip(names, streams) {
            places[name] = stream.place
            discardedBy[name] = max(discardedBy[name] ?? 0, stream.discarded)
        }
        time = latest
        return true
    }
}
