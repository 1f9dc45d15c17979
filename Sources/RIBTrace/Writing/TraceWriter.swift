// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Makes the trace of one process: its folder, its metadata and its streams.
///
/// Not thread-safe: guard it. The streams it gives out are each their thread's own.
package final class TraceWriter {
    /// The trace's folder.
    package let folder: String
    private let uuid: UUID
    private let lock: TraceLock?
    private let budget: DiskBudget
    private let onLoss: (String) -> Void
    private var streams: [StreamWriter] = []
    /// Unused streams that have no packet yet.
    private var idleStreams: [StreamWriter] = []
    /// Unused streams with an empty packet, ready for a thread.
    private var readyStreams: [StreamWriter] = []

    /// Makes the folder, its parents included, and writes the metadata.
    ///
    /// - Parameters:
    ///   - folder: A path at which nothing exists yet.
    ///   - diskLimit: Bytes that all streams may take together. As it comes near, events are
    ///     dropped and counted: values first, what a judgement needs last.
    ///   - onLoss: Receives why, whenever a stream begins to drop events; on the stream's thread.
    /// - Throws: `TraceError` with the system's reason when a file or folder cannot be made.
    package init(
        folder: String, metadata: TraceMetadata, diskLimit: Int = 256 << 20,
        onLoss: @escaping (String) -> Void = { _ in }
    ) throws(TraceError) {
        self.folder = folder
        budget = DiskBudget(limit: diskLimit)
        self.onLoss = onLoss
        uuid = metadata.uuid
        try Self.makeFolders(to: folder)
        lock = TraceLock(folder: folder)
        let path = "\(folder)/\(TraceFormat.metadataFileName)"
        let problem = writeWhole(Array(metadata.tsdl.utf8), to: path, by: "\(path).part")
        guard problem == 0 else {
            throw TraceError(.cannotWrite, path: path, String(cString: strerror(problem)))
        }
    }

    /// A stream for the calling thread to own, a ready one first, unless there are too many.
    package func claimStream() throws(TraceError) -> StreamWriter {
        while let stream = readyStreams.popLast() ?? idleStreams.popLast() ?? addStream() {
            if stream.adopt() { return stream }
        }
        throw TraceError(.cannotWrite, path: folder, "too many threads record at once")
    }

    /// Gives out a stream to prepare, if fewer are ready than wanted. Prepare it outside the guard,
    /// so that no thread waits for the disk. Give it back with `addReady`, or with `release` when
    /// it could not be prepared.
    package func takeUnready(of wanted: Int) -> StreamWriter? {
        readyStreams.count < wanted ? idleStreams.popLast() ?? addStream() : nil
    }

    /// How many streams are ready.
    package var readyCount: Int { readyStreams.count }

    /// Takes back a stream that was prepared.
    package func addReady(_ stream: StreamWriter) {
        readyStreams.append(stream)
    }

    /// - Returns: Nil when there are too many.
    private func addStream() -> StreamWriter? {
        guard streams.count < TraceFormat.mostStreams else { return nil }
        let file = PacketFile(
            path: "\(folder)/\(TraceFormat.streamFilePrefix)\(streams.count + 1)")
        let stream = StreamWriter(file: file, uuid: uuid, budget: budget, onLoss: onLoss)
        streams.append(stream)
        return stream
    }

    /// The events appended to all streams so far.
    package var eventCount: UInt64 { streams.reduce(0) { $0 &+ $1.eventCount } }

    /// The events of a class that all streams had to drop so far.
    package func droppedCount(of eventClass: EventClass) -> UInt64 {
        streams.reduce(0) { $0 &+ $1.dropped(of: eventClass) }
    }

    /// Takes back the stream of a thread that ends.
    package func release(_ stream: StreamWriter) {
        if stream.hasUnusedPacket { return addReady(stream) }
        stream.retire()
        if stream.canGoOn { idleStreams.append(stream) }
    }

    /// Makes missing parents, all for the user alone; the folder itself must be new, so that no
    /// other trace is touched.
    private static func makeFolders(to folder: String) throws(TraceError) {
        var parent = folder.hasPrefix("/") ? "" : "."
        let parts = folder.split(separator: "/")
        for part in parts.dropLast() {
            parent += "/\(part)"
            guard mkdir(parent, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
                throw TraceError(.cannotWrite, path: folder, systemError())
            }
        }
        guard let name = parts.last, mkdir("\(parent)/\(name)", 0o700) == 0 else {
            throw TraceError(.cannotWrite, path: folder, systemError())
        }
    }
}

/// Writes to a second file and renames it, so that a file is whole or absent. Only its user may
/// read it.
///
/// - Parameter aside: The second file's path, at which nothing exists yet.
/// - Returns: 0, or the system's error number.
package func writeWhole(_ bytes: [UInt8], to path: String, by aside: String) -> Int32 {
    // O_EXCL refuses what is there already, links included.
    let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    var problem = mayHaveFile(of: bytes.count) ? 0 : EFBIG
    if problem == 0, ribleak_write_at(file, bytes, bytes.count, 0) == 0 { problem = errno }
    let isClosed = close(file) == 0
    if problem == 0, isClosed, rename(aside, path) == 0 { return 0 }
    let reason = problem == 0 ? errno : problem
    unlink(aside)
    return reason
}

/// Says, as long as it lives, that a trace is being written: a lock on its folder that the system
/// takes off when the process ends, however it ends.
package final class TraceLock {
    private let descriptor: Int32

    /// - Returns: Nil when another lock is on the folder. Where locks do not work, nobody is told.
    package init?(folder: String) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
    }

    /// Whether it is certain that no process writes to a trace, so that its run may be deleted or
    /// summed up.
    package static func isFree(folder: String) -> Bool { isHeld(on: folder, O_NOFOLLOW) == false }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether a process writes a trace, so that its lock is on the folder.
    ///
    /// Asks by trying to share the lock, for a moment.
    ///
    /// - Parameter flags: More flags to open the folder with.
    /// - Returns: Nil where locks do not work, or there is no such folder.
    package static func isHeld(on folder: String, _ flags: Int32 = 0) -> Bool? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return false }
        return errno == EWOULDBLOCK ? true : nil
    }
}

/// The bytes that the streams of one trace may take, together.
final class DiskBudget: Sendable {
    let limit: Int
    private let used = AtomicCounter()

    init(limit: Int) { self.limit = limit }

    /// Takes bytes for a packet that is begun for a class of events, unless that has used up its
    /// share.
    func take(_ bytes: Int, for eventClass: EventClass) -> Bool {
        used.add(UInt64(bytes), upTo: UInt64(limit) / 100 * UInt64(eventClass.share))
    }

    /// Returns what was taken for a packet that could not be made.
    func giveBack(_ bytes: Int) {
        used.add(0 &- UInt64(bytes))
    }
}

/// Whether the process may have files of this many bytes, by its RLIMIT_FSIZE: growing one past
/// that would end the host with SIGXFSZ, so the limit is asked first.
func mayHaveFile(of size: Int) -> Bool {
    var limit = rlimit()
    #if canImport(Darwin)
        let status = getrlimit(RLIMIT_FSIZE, &limit)
    #else
        let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    return status != 0 || UInt64(size) <= limit.rlim_cur
}
