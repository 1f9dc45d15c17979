// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads small files that others wrote.
package enum InputFile {
    /// The usual name of a project's settings.
    package static let settings = ".ribleak.yml"
    /// The usual name of a project's baseline.
    package static let baseline = ".ribleak-baseline.json"

    /// Why a file cannot be read.
    package struct Failure: Error, Equatable {
        /// The reason in words.
        package let reason: String

        init(_ reason: String) { self.reason = reason }

        static var ofSystem: Failure { Failure(String(cString: strerror(errno))) }
    }

    /// The whole text of a regular file or of one that a link leads to, or nil when nothing is
    /// there. A pipe or device could block or never end.
    package static func text(at path: String, atMost limit: Int) throws(Failure) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            // A dangling link is a mistake, not an absent file.
            let failure = Failure.ofSystem
            var facts = stat()
            if errno == ENOENT, lstat(path, &facts) != 0 { return nil }
            throw failure
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw Failure.ofSystem }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw Failure(
                facts.st_mode & S_IFMT == S_IFDIR
                    ? "is a folder, not a file" : "is not a regular file"
            )
        }
        let bytes = try bytes(of: file, atMost: limit)
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw Failure("is not UTF-8 text")
        }
        // Some editors put a byte order mark before the text.
        return text.unicodeScalars.first == "\u{FEFF}"
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func bytes(of file: Int32, atMost limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure.ofSystem }
            if count == 0 { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw Failure("is too large; at most \(limit >> 20) MiB are read")
            }
        }
    }
}
