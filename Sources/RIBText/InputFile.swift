// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads small files that others wrote.
package enum InputFile {
    /// The usual name of a project's settings.
    package static let settings = ".ribleak.yml"
    /// The usual name of a project's baseline.
    package static let baseline = ".ribleak-baseline.json"

    /// The whole text of a file, or nil when nothing is there.
    ///
    /// - Parameters:
    ///   - path: The path of a regular file or a link to one. A pipe or device could block or never
    ///     end.
    ///   - limit: The largest allowed size in bytes.
    ///   - code: What is to blame when it cannot be read.
    package static func text(
        at path: String, atMost limit: Int, code: UserError.Code = .input
    ) throws(UserError) -> String? {
        func failure(_ reason: String? = nil) -> UserError {
            UserError(code, path, reason ?? String(cString: strerror(errno)))
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            // A dangling link is a mistake, not an absent file.
            let error = failure()
            var facts = stat()
            if errno == ENOENT, lstat(path, &facts) != 0 { return nil }
            throw error
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw failure() }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw failure(
                facts.st_mode & S_IFMT == S_IFDIR
                    ? "is a folder, not a file" : "is not a regular file")
        }
        guard let bytes = bytes(of: file, atMost: limit) else { throw failure() }
        guard bytes.count <= limit else {
            throw failure("is too large; at most \(limit >> 20) MiB are read")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw failure("is not UTF-8 text")
        }
        // Some editors put a byte order mark before the text.
        return text.unicodeScalars.first == "\u{FEFF}"
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// - Returns: Nil when the file cannot be read; more than the limit when it is larger.
    private static func bytes(of file: Int32, atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
