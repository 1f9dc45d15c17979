// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// A file that a command writes. It is written beside its destination and moved there once
/// complete. So nobody sees half of it, and the previous file stays until then.
final class OutputFile {
    /// What the file is, which decides who may read it and what it may replace.
    enum Kind {
        /// Something that only its user reads. It replaces an older one.
        case report
        /// A new file of the project. It replaces nothing.
        case newSource
        /// A file of the project that changes. It stays readable for the same people.
        case changedSource
    }

    private let path: String
    private let kind: Kind
    private let aside: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Starts the file of a report.
    ///
    /// - Throws: `ExitCode.cannotWrite`, after reporting the reason.
    convenience init(_ path: String) throws { try self.init(path, .report) }

    /// Starts the file.
    ///
    /// - Throws: `ExitCode.cannotWrite`, after reporting the reason.
    init(_ path: String, _ kind: Kind) throws {
        self.path = path
        self.kind = kind
        var facts = stat()
        let isThere = lstat(path, &facts) == 0
        // Replaces only regular files, not devices, and follows no links.
        if isThere, facts.st_mode & S_IFMT != S_IFREG {
            throw Self.failure(path, "is not a regular file, so it was not replaced; name another")
        }
        Self.removeRemains(of: path)
        let number = UInt32.random(in: .min ... .max)
        aside = "\(path).\(getpid())-\(number).partial"
        descriptor = open(
            aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            kind == .report ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        if isThere, kind == .changedSource { fchmod(descriptor, facts.st_mode & 0o777) }
    }

    /// Removes the unfinished files of commands that were killed.
    private static func removeRemains(of path: String) {
        let place = URL(fileURLWithPath: path)
        let (folder, start) = (place.deletingLastPathComponent(), place.lastPathComponent + ".")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(start) && name.hasSuffix(".partial") {
            let numbers = name.dropFirst(start.count).dropLast(".partial".count).split(
                separator: "-")
            guard numbers.count == 2, UInt32(numbers[1]) != nil, let process = pid_t(numbers[0]),
                process > 0, kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink(folder.appendingPathComponent(name).path)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isInPlace, descriptor >= 0 { unlink(aside) }
    }

    /// Adds text to the file.
    func write(_ text: String) throws {
        let code = StandardStreams.write(text, to: descriptor)
        guard code == 0 else { throw Self.failure(path, code) }
    }

    /// Moves the file to its destination.
    func finish() throws {
        guard fsync(descriptor) == 0, move() == 0 else {
            throw Self.failure(path, errno)
        }
        isInPlace = true
    }

    private func move() -> Int32 {
        guard kind == .newSource else { return rename(aside, path) }
        // Unlike a rename, a link fails when somebody made the file meanwhile.
        let result = link(aside, path)
        if result == 0 { unlink(aside) }
        return result
    }

    private static func failure(_ path: String, _ code: Int32) -> ExitCode {
        let advice =
            switch code {
            case ENOENT, ENOTDIR: "make its folder first"
            case ENOSPC, EDQUOT, EFBIG: "free some space"
            default: "name a file in a folder that you may write to"
            }
        let reason = String(cString: strerror(code))
        return failure(path, "cannot be written (\(reason)); \(advice)")
    }

    private static func failure(_ path: String, _ reason: String) -> ExitCode {
        StandardStreams.say("error: \(path): \(reason)")
        return .cannotWrite
    }
}

/// Collects small pieces of text, so that not every piece costs a system call.
final class PieceBuffer {
    private static let size = 1 << 16

    private var text = ""
    private let write: (String) throws -> Void

    /// - Parameter write: Receives many pieces joined as one text.
    init(to write: @escaping (String) throws -> Void) {
        self.write = write
    }

    /// Adds a piece.
    func add(_ piece: String) throws {
        text += piece
        if text.utf8.count >= Self.size { try flush() }
    }

    /// Writes the collected text.
    func flush() throws {
        try write(text)
        text.removeAll(keepingCapacity: true)
    }
}
