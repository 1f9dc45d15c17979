// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The file in which doubles are kept.
package struct DoublesFile {
    /// The first line, by which a file is known as one that may be written anew.
    static let header = """
        // Test doubles, made by `ribleak doubles`. Changes to this file are lost.
        // swift-format-ignore-file
        // swiftlint:disable all
        """

    /// What stands before the name of each double.
    private static let mark = "// MARK: - "

    /// The part of the file for one double.
    static func section(_ name: String, _ text: String) -> String { "\(mark)\(name)\n\n\(text)" }

    private let path: String

    /// Names a file, which need not exist.
    package init(_ path: String) { self.path = path }

    /// Why a file of doubles cannot be read or written.
    package struct Failure: Error, CustomStringConvertible {
        /// What is wrong, in one line, without the file.
        package let description: String
    }

    /// Writes a text, unless the file has it already.
    ///
    /// A new file takes the place of the old one, so that nobody sees half of it.
    ///
    /// - Returns: Whether the file was written.
    /// - Throws: A failure if the file was not written by this command, or cannot be.
    package func write(_ text: String) throws(Failure) -> Bool {
        let current = try contents()
        guard current != text else { return false }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure(description: error.localizedDescription)
        }
        return true
    }

    /// What the file would have otherwise than it has, one line each; nothing if it is up to date.
    ///
    /// - Throws: A failure if the file cannot be read, or was not written by this command.
    package func differences(from text: String) throws(Failure) -> [String] {
        guard let current = try contents() else { return ["the file does not exist"] }
        guard current != text else { return [] }
        let old = Self.sections(current)
        let new = Self.sections(text)
        let names = Set(old.keys).union(new.keys).sorted()
        return names.compactMap { name in
            guard old[name] != new[name] else { return nil }
            if name.isEmpty { return "the imports have changed" }
            if old[name] == nil { return "\(name) is missing" }
            return new[name] == nil ? "\(name) is no longer needed" : "\(name) has changed"
        }
    }

    /// The text of the file; nothing if there is none.
    private func contents() throws(Failure) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw Failure(description: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "this is not a plain file, so it is left unchanged")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            text.hasPrefix(Self.header.prefix { $0 != "\n" })
        else {
            throw Failure(
                description: "`ribleak doubles` did not write this file; it stays as it is")
        }
        return text
    }

    /// The parts of a file by the names of its doubles; the imports have no name.
    private static func sections(_ text: String) -> [String: String] {
        let parts = text.components(separatedBy: "\n\(mark)").enumerated().map { index, part in
            let name = index == 0 ? "" : String(part.prefix { $0 != "\n" })
            return (name, part.trimmingCharacters(in: .newlines))
        }
        // A name may be there under several conditions.
        return Dictionary(parts, uniquingKeysWith: +)
    }
}
