// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// A file that a command makes. It is written aside and renamed when it is whole, so that nobody reads half of
/// it, and the previous file is kept until then.
final class OutputFile {
    private let path: String
    private let aside: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Begins the file.
    ///
    /// - Throws: `ExitCode.cannotWrite`, after it was said why.
    init(_ path: String) throws {
        self.path = path
        var facts = stat()
        // Only a file is replaced: no device, and no link is followed.
        if lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw Self.failure(path, "is no regular file, so it is not replaced")
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

    /// Puts the file in its place.
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

/// Collects small pieces of text, so that each does not cost a system call.
final class PieceBuffer {
    private static let size = 1 << 16

    private var text = ""
    private let write: (String) throws -> Void

    /// - Parameter write: Takes the pieces, many at a time.
    init(to write: @escaping (String) throws -> Void) {
        self.write = write
    }

    /// Adds a piece.
    func add(_ piece: String) throws {
        text += piece
        if text.utf8.count >= Self.size { try flush() }
    }

    /// Passes on what was collected.
    func flush() throws {
        try write(text)
        text.removeAll(keepingCapacity: true)
    }
}
