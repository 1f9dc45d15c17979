// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The text of a source file, whatever its encoding is.
package struct SourceText: Sendable {
    /// The most bytes of a file: far above what people and generators write.
    package static let mostBytes = 64 << 20

    package let text: String

    /// Reads a file.
    ///
    /// UTF-8 and UTF-16 with their marks are understood, and Latin 1 for what is no UTF-8, as editors
    /// do: names stay right, and only letters of comments and strings may be wrong.
    ///
    /// - Throws: A problem when the file cannot be read, is no text, too large or nested too deeply.
    package init(of file: String) throws(SourceError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
        } catch {
            throw SourceError("the file cannot be read")
        }
        guard data.count <= Self.mostBytes else {
            throw SourceError("the file has more than \(Self.mostBytes >> 20) MB")
        }
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            guard let text = String(data: data, encoding: .utf16) else {
                throw SourceError("the file is not UTF-16, as its first bytes say")
            }
            self.text = try Self.readable(text)
            return
        }
        let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        guard !bytes.prefix(1 << 16).contains(0) else {
            throw SourceError("the file is not text: it contains zero bytes")
        }
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = try Self.readable(text)
        } else if let text = String(data: bytes, encoding: .isoLatin1) {
            self.text = try Self.readable(text)
        } else {
            throw SourceError("the encoding of the file is unknown")
        }
    }

    /// A text that can be walked through without overflowing the stack.
    private static func readable(_ text: String) throws(SourceError) -> String {
        guard !NestingLimit.isPassed(by: text) else {
            throw SourceError("the code nests deeper than \(NestingLimit.deepest) levels")
        }
        return text
    }
}

/// Why a source cannot be read.
package struct SourceError: Error, CustomStringConvertible {
    /// What is wrong, in one line, without the file.
    package let description: String

    init(_ description: String) { self.description = description }
}
