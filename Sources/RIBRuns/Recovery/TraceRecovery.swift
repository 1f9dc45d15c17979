// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// A trace in a form that every reader of Common Trace Format accepts, made by `ribleak recover`.
///
/// `TraceReader` reads a trace of a killed process as it lies. Other readers refuse the whole trace
/// for one packet that was reserved but not begun, cut short or damaged. Recovery keeps, of each
/// stream, the packets before that one and the whole events at its start: what `TraceReader` reads,
/// as long as its times are possible ones.
public struct TraceRecovery: Equatable, Sendable {
    /// The recovered trace's folder.
    public let folder: String
    /// The events that were kept.
    public private(set) var eventCount: UInt64 = 0
    /// The streams that hold a packet.
    public private(set) var streamCount = 0
    /// The bytes of the original's stream files that were not kept.
    public private(set) var trimmedBytes: UInt64 = 0

    /// What is appended to a trace folder's name to name its recovered copy.
    public static let suffix = "-recovered"

    /// Writes a recovered copy of a trace beside it.
    ///
    /// - Parameter folder: A trace's folder, which stays as it is.
    /// - Returns: The copy, in a new folder whose name ends in `suffix`. Streams without a packet
    ///   are left out.
    /// - Throws: `TraceError` when the trace cannot be read, the copy exists or cannot be written.
    public static func copy(of folder: String) throws(TraceError) -> TraceRecovery {
        // `TraceReader` knows best what is a trace.
        let reader = try TraceReader(folder: folder)
        let (folder, streams) = (named(folder), reader.endings.map(\.stream))
        let copy = try copyFolder(of: folder)
        var recovery = TraceRecovery(folder: copy)
        do {
            for name in streams { try recovery.copy("\(folder)/\(name)", name, reader.metadata) }
            // Last: a folder is no trace before.
            try RecoveredFile("\(copy)/\(TraceFormat.metadataFileName)", flags: O_CREAT | O_EXCL)
                .write(Array(TraceReader.metadataText(in: folder).utf8), at: 0)
        } catch {
            // Half a copy would look like a whole one.
            for name in streams + [TraceFormat.metadataFileName] { unlink("\(copy)/\(name)") }
            rmdir(copy)
            throw error
        }
        // The same file: it is never changed, but replaced. Without it, names are looked up again.
        _ = link(
            "\(folder)/\(TraceReader.symbolsFileName)", "\(copy)/\(TraceReader.symbolsFileName)")
        return recovery
    }

    /// Trims a trace's own files. A stream without a packet becomes an empty file.
    ///
    /// - Parameter folder: A trace's folder. Its process must have ended: one that runs on this
    ///   machine is noticed, one elsewhere is not.
    /// - Throws: `TraceError` when the trace cannot be read or written, or is being recorded.
    public static func inPlace(_ folder: String) throws(TraceError) -> TraceRecovery {
        let reader = try TraceReader(folder: folder)
        guard let lock = TraceLock(folder: folder) else {
            throw TraceError(
                .cannotWrite, path: folder, "is still being recorded; recover a copy instead")
        }
        defer { withExtendedLifetime(lock) {} }
        var recovery = TraceRecovery(folder: named(folder))
        for (name, _) in reader.endings {
            let path = "\(recovery.folder)/\(name)"
            var stream = try StreamRecovery(path: path, metadata: reader.metadata)
            // If a pipe took the file's place since it was looked at, opening it must not wait.
            let file = try RecoveredFile(path, flags: O_NONBLOCK)
            try stream.run(isCopy: false) { (bytes, offset) throws(TraceError) in
                try file.write(bytes, at: offset)
            }
            try file.setSize(stream.keptBytes)
            recovery.add(stream)
        }
        return recovery
    }

    private init(folder: String) { self.folder = folder }

    private mutating func copy(
        _ path: String, _ name: String, _ metadata: TraceMetadata
    ) throws(TraceError) {
        var stream = try StreamRecovery(path: path, metadata: metadata)
        var file: RecoveredFile?
        try stream.run(isCopy: true) { (bytes, offset) throws(TraceError) in
            if file == nil {
                file = try RecoveredFile("\(folder)/\(name)", flags: O_CREAT | O_EXCL)
            }
            try file?.write(bytes, at: offset)
        }
        try file?.setSize(stream.keptBytes)
        add(stream)
    }

    private static func copyFolder(of folder: String) throws(TraceError) -> String {
        let copy = folder + suffix
        guard mkdir(copy, 0o700) == 0 else {
            throw TraceError(
                .cannotWrite, path: copy,
                errno == EEXIST
                    ? "exists already; remove it to recover the trace again" : systemError())
        }
        return copy
    }

    private mutating func add(_ stream: StreamRecovery) {
        eventCount += stream.eventCount
        streamCount += stream.keptBytes > 0 ? 1 : 0
        trimmedBytes += stream.trimmedBytes
    }

    /// The folder by a name to which a suffix can be added: `a/b/` and `.` have none at their end.
    private static func named(_ folder: String) -> String {
        var name = folder[...]
        while name.count > 1, name.last == "/" { name = name.dropLast() }
        guard [".", "..", "/"].contains(name.split(separator: "/").last ?? "/"),
            let real = realpath(folder, nil)
        else { return String(name) }
        defer { free(real) }
        return String(cString: real)
    }
}

/// A file of a recovered trace: a new one, or a stream of the original that is trimmed.
final class RecoveredFile {
    private let path: String
    private let descriptor: Int32

    /// Opens the file to write into it, with further flags for `open`.
    init(_ path: String, flags: Int32) throws(TraceError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { throw TraceError(.cannotWrite, path: path, systemError()) }
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(TraceError) {
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
