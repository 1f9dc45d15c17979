// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// A file that a command writes. It is written beside its destination and moved there once
/// complete. So nobody sees half of it, and the previous file stays until then.
final class OutputFile {
    private let path: String
    private let aside: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Starts the file.
    ///
    /// - Throws: `ExitCode.cannotWrite`, after reporting the reason.
    init(_ path: String) throws {
        self.path = path
        var facts = stat()
        // Replaces only regular files, not devices, and follows no links.
        if lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw Self.failure(path, "is not a regular file; it was not replaced")
        }
        let number = UInt32.random(in: .min ... .max)
        aside = "\(path).\(getpid())-\(number).partial"
        descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, String(cString: strerror(errno))) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isInPlace, descriptor >= 0 { unlink(aside) }
    }

    /// Adds text to the file.
    func write(_ text: String) throws {
        let code = StandardStreams.write(text, to: descriptor)
        guard code == 0 else { throw Self.failure(path, String(cString: strerror(code))) }
    }

    /// Moves the file to its destination.
    func finish() throws {
        guard fsync(descriptor) == 0, rename(aside, path) == 0 else {
            throw Self.failure(path, String(cString: strerror(errno)))
        }
        isInPlace = true
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
