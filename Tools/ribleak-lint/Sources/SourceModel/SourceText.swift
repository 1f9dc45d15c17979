// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// The text of a source file, whatever its encoding is.
package struct SourceText: Sendable {
    /// The most bytes of a file: twice the largest that generators write. A tree takes a hundred times
    /// the memory of its text, and as many files are read at a time as there are processors.
    package static let mostBytes = 4 << 20

    package let text: String
    private let encoding: String.Encoding
    /// The bytes before the text that say its encoding.
    private let mark: Data

    /// Reads a file.
    ///
    /// UTF-8 and UTF-16 with their marks are understood, and Latin 1 for what is no UTF-8, as editors
    /// do: names stay right, and only letters of comments and strings may be wrong.
    ///
    /// - Throws: A problem when the file cannot be read, is no text, too large or nested too deeply.
    package init(of file: String) throws(SourceError) {
        try Self.checkSize(of: file)
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
        } catch {
            throw SourceError("the file cannot be read")
        }
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            guard let text = String(data: data, encoding: .utf16) else {
                throw SourceError("the file is not UTF-16, as its first bytes say")
            }
            self.text = try Self.readable(text)
            mark = data.prefix(2)
            encoding = data.first == 0xFF ? .utf16LittleEndian : .utf16BigEndian
            return
        }
        mark = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.prefix(3) : Data()
        let bytes = data.dropFirst(mark.count)
        guard !bytes.prefix(1 << 16).contains(0) else {
            throw SourceError("the file is not text: it contains zero bytes")
        }
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = try Self.readable(text)
            encoding = .utf8
        } else if let text = String(data: bytes, encoding: .isoLatin1) {
            self.text = try Self.readable(text)
            encoding = .isoLatin1
        } else {
            throw SourceError("the encoding of the file is unknown")
        }
    }

    /// Looks at a file before it is read: a pipe or device may have no end.
    static func checkSize(of file: String, atMost most: Int = mostBytes) throws(SourceError) {
        var facts = stat()
        guard stat(file, &facts) == 0 else { throw SourceError("the file cannot be read") }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw SourceError("this is not a plain file")
        }
        guard facts.st_size <= most else {
            throw SourceError(
                "the file has more than \(most >> 20) MB, and is not checked; split it, or leave "
                    + "it out")
        }
    }

    /// Writes another text in place of this one, in the same encoding and with the same mark.
    ///
    /// A link stays, and the file that it leads to gets the text. That file keeps its mode. The text
    /// goes to a new file that then takes its place, so that nobody sees half of it.
    ///
    /// - Throws: A problem when the file cannot be written; it is as before then.
    package func write(_ text: String, to file: String) throws(SourceError) {
        var facts = stat()
        guard let resolved = realpath(file, nil), stat(resolved, &facts) == 0,
            let body = text.data(using: encoding)
        else { throw SourceError("the file cannot be written") }
        defer { free(resolved) }
        // The mode is asked too, since an administrator may write all.
        guard facts.st_mode & 0o222 != 0, access(resolved, W_OK) == 0 else {
            throw SourceError(
                "the file is read-only, and nothing is mended in it; allow it to be written")
        }
        let path = String(cString: resolved)
        let aside = Self.placeAside(of: path)
        let mode = facts.st_mode & 0o7777
        let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SourceError("the file cannot be written") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: mark + body)
        } catch {
            unlink(aside)
            throw SourceError("the file cannot be written")
        }
        // What the umask took from the mode comes back.
        guard fchmod(descriptor, mode) == 0, rename(aside, path) == 0 else {
            unlink(aside)
            throw SourceError("the file cannot be written")
        }
    }

    /// Where to write a file that then takes the place of another one. Removes what a killed command left
    /// there.
    package static func placeAside(of path: String) -> String {
        let (file, files) = (URL(fileURLWithPath: path), FileManager.default)
        let start = "\(file.lastPathComponent)."
        let folder = file.deletingLastPathComponent().path
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(start) && name.hasSuffix(".partial") {
            let process = Int32(name.dropFirst(start.count).dropLast(".partial".count))
            // Nobody else's: it has the number of a process, which is gone.
            if let process, process > 0, kill(process, 0) != 0, errno == ESRCH {
                unlink("\(folder)/\(name)")
            }
        }
        return "\(path).\(getpid()).partial"
    }

    /// A text that can be walked through without overflowing the stack, and soon.
    private static func readable(_ text: String) throws(SourceError) -> String {
        if let fault = NestingLimit.fault(of: text) { throw SourceError(fault) }
        return text
    }
}

/// Why a source cannot be read.
package struct SourceError: Error, CustomStringConvertible {
    /// What is wrong, in one line, without the file.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Something that kept a source from being read; the rest goes on.
package struct Problem: Equatable, Sendable {
    /// The path of the file or folder, as it is shown.
    package let file: String
    /// What is wrong, in one line.
    package let message: String

    /// Creates a problem.
    package init(file: String, message: String) {
        (self.file, self.message) = (file, message)
    }
}

/// A source file as a syntax tree.
package struct ParsedFile {
    /// The path, as it is shown.
    package let path: String
    package let tree: SourceFileSyntax
    package let lines: Int
    /// The modules that the file imports, such as `RxSwift`.
    package let imports: Set<String>

    private let converter: SourceLocationConverter

    /// Parses a text. What is not Swift is skipped by the parser; see `isDamaged`.
    package init(_ text: String, path: String) {
        self.path = path
        tree = Parser.parse(source: text)
        converter = SourceLocationConverter(fileName: path, tree: tree)
        lines = text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        imports = Set(
            tree.statements.compactMap {
                $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text
            })
    }

    /// Reads and parses a file.
    package init(readingFrom path: String) throws(SourceError) {
        self.init(try SourceText(of: path).text, path: path)
    }

    /// Whether it imports RIBs, or a module that stands for it.
    package var importsRIBs: Bool { imports.contains(where: Self.isRIBs) }

    /// Whether a module is RIBs, a port of it such as ModernRIBs, or an app's own around it such as
    /// `CoreRibs`. `Cribs` is not.
    package static func isRIBs(_ module: String) -> Bool {
        let (start, end) = (module.dropLast(4), module.suffix(4))
        return end.lowercased() == "ribs" && (end.first == "R" || start.last?.isLetter != true)
    }

    /// Whether it belongs to tests, whose objects end with a test.
    package var isTest: Bool {
        !imports.isDisjoint(with: ["XCTest", "Testing", "RxTest", "Quick", "Nimble"])
            || tree.statements.contains {
                $0.item.as(ImportDeclSyntax.self)?.attributes.contains {
                    $0.as(AttributeSyntax.self)?.attributeName.name == "testable"
                } ?? false
            }
    }

    /// Whether parts of the text were skipped because they are not Swift.
    package var isDamaged: Bool { tree.hasError }

    /// Where a node begins, without the comments and spaces before it: both from 1, the column in UTF-8
    /// bytes, as compilers count.
    package func place(of node: some SyntaxProtocol) -> (line: Int, column: Int) {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return (location.line, location.column)
    }
}
