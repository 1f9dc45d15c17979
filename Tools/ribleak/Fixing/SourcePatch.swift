// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBSetup
import RIBText

/// A change of source files, read from a unified diff.
///
/// A line is its bytes with the line break, so that all kinds of line breaks stay as they are.
struct SourcePatch {
    typealias Line = [UInt8]

    /// A change of lines that follow each other.
    struct Edit: Hashable {
        /// The index in the source of the first removed line, or of the one below the added lines.
        let start: Int
        var removed: [Line] = []
        var added: [Line] = []

        var end: Int { start + removed.count }

        /// Whether the result depends on which of the two is made first.
        func conflicts(with other: Edit) -> Bool {
            let (first, second) = start <= other.start ? (self, other) : (other, self)
            return first != second && (first.start == second.start || second.start < first.end)
        }
    }

    /// By file, from the root of the repository. In the order of lines.
    private(set) var edits: [String: [Edit]] = [:]
    /// The lines that each file must have at these indices, for the edits to be what was meant.
    private var expected: [String: [Int: Line]] = [:]

    init() {}

    /// The files that change, sorted.
    var files: [String] { edits.keys.sorted() }

    /// Adds the edits of a patch of the same sources. An edit of both is made once.
    mutating func add(_ other: SourcePatch) {
        for (file, added) in other.edits {
            let all = Set(edits[file] ?? []).union(added)
            edits[file] = all.sorted { $0.start < $1.start }
        }
        expected.merge(other.expected) { mine, others in mine.merging(others) { $1 } }
    }

    func conflicts(with other: SourcePatch) -> Bool {
        edits.contains { file, edits in
            edits.contains { edit in
                other.edits[file]?.contains { $0.conflicts(with: edit) } ?? false
            }
        }
    }

    // MARK: - Applying

    /// The source with the edits.
    ///
    /// - Throws: `UserError` when the lines of the source are others.
    func changed(_ file: String, _ source: [UInt8]) throws(UserError) -> [UInt8] {
        let lines = Self.lines(of: source)
        let wrong = expected[file]?.keys.sorted().first { index in
            !lines.indices.contains(index) || lines[index] != expected[file]?[index]
        }
        if let wrong {
            throw UserError(
                .input, file,
                "line \(wrong + 1) is not what the patch expects, so the file has changed since")
        }
        var result: [Line] = []
        var next = 0
        for edit in edits[file] ?? [] {
            guard edit.start <= lines.count else {
                throw UserError(.input, file, "is shorter than the patch expects")
            }
            result += lines[next..<edit.start] + edit.added
            next = edit.end
        }
        return Array((result + lines[next...]).joined())
    }

    /// Changes the files below a folder: all, or none if one of them cannot be written.
    ///
    /// - Throws: `UserError`.
    func write(below root: String) throws(UserError) {
        var outputs: [OutputFile] = []
        for file in files {
            let text = try changed(file, Self.source(file, below: root))
            let output = try OutputFile("\(root)/\(file)", .changedSource)
            // It is UTF-8, since the source was, and so is the patch.
            try output.write(String(decoding: text, as: UTF8.self))
            outputs.append(output)
        }
        for output in outputs { try output.finish() }
    }

    /// Reads a source that may be changed.
    ///
    /// - Throws: `UserError` when it is missing, or something else than a text in its place below
    ///   the folder.
    static func source(_ file: String, below root: String) throws(UserError) -> [UInt8] {
        let path = "\(root)/\(file)"
        var facts = stat()
        guard lstat(path, &facts) == 0 else { throw UserError(.input, file, "is not there") }
        let places = [root, path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        guard facts.st_mode & S_IFMT == S_IFREG, places[1] == "\(places[0])/\(file)" else {
            throw UserError(
                .input, file, "is reached by a symbolic link; fix the file that it leads to")
        }
        guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else {
            throw UserError(.input, file, "cannot be read")
        }
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
            throw UserError(.input, file, "is not UTF-8 text")
        }
        return bytes
    }

    // MARK: - As a text

    private static let context = 3
    private static let noBreak = "\\ No newline at end of file\n"

    /// The edits as a diff that `git apply` takes.
    ///
    /// - Throws: `UserError` when a source cannot be read, or is another.
    func diff(below root: String) throws(UserError) -> String {
        var text = ""
        for file in files {
            let source = try Self.source(file, below: root)
            _ = try changed(file, source)
            text += "--- a/\(file)\n+++ b/\(file)\n"
            text += hunks(edits[file] ?? [], Self.lines(of: source))
        }
        return text
    }

    /// The edits as lines that replace others, for a code host's suggestions. What is only added
    /// replaces a line beside it, which it repeats.
    ///
    /// - Throws: `UserError` when a source cannot be read.
    func changes(below root: String) throws(UserError) -> [JSONValue] {
        var changes: [JSONValue] = []
        for file in files {
            let lines = Self.lines(of: try Self.source(file, below: root))
            for edit in edits[file] ?? [] {
                var (first, old, new) = (edit.start, edit.removed, edit.added)
                if old.isEmpty, first > 0 {
                    first -= 1
                    (old, new) = ([lines[first]], [lines[first]] + new)
                } else if old.isEmpty, let next = lines.first {
                    (old, new) = ([next], new + [next])
                }
                changes.append([
                    "path": .string(file), "line": JSONValue(first + 1),
                    "old": JSONValue(old.map(Self.text)), "new": JSONValue(new.map(Self.text)),
                ])
            }
        }
        return changes
    }

    /// A line without its line break.
    private static func text(_ line: Line) -> String {
        let text = String(decoding: line, as: UTF8.self)
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }

    private func hunks(_ edits: [Edit], _ lines: [Line]) -> String {
        var groups: [[Edit]] = []
        for edit in edits {
            if let last = groups.last?.last, edit.start - last.end <= 2 * Self.context {
                groups[groups.count - 1].append(edit)
            } else {
                groups.append([edit])
            }
        }
        // By how many lines the result is longer, before the hunk.
        var shift = 0
        return groups.map { group in
            let first = max(0, group[0].start - Self.context)
            let end = min(lines.count, group[group.count - 1].end + Self.context)
            var (next, body) = (first, "")
            for edit in group {
                body += Self.marked(" ", lines[next..<edit.start])
                body += Self.marked("-", edit.removed[...]) + Self.marked("+", edit.added[...])
                next = edit.end
            }
            body += Self.marked(" ", lines[next..<end])
            let growth = group.reduce(0) { $0 + $1.added.count - $1.removed.count }
            defer { shift += growth }
            return "@@ -\(Self.range(first, end - first)) "
                + "+\(Self.range(first + shift, end - first + growth)) @@\n" + body
        }.joined()
    }

    private static func range(_ first: Int, _ count: Int) -> String {
        count == 1 ? "\(first + 1)" : "\(count == 0 ? first : first + 1),\(count)"
    }

    private static func marked(_ mark: String, _ lines: ArraySlice<Line>) -> String {
        lines.map { line in
            let text = mark + String(decoding: line, as: UTF8.self)
            return line.last == UInt8(ascii: "\n") ? text : text + "\n" + noBreak
        }.joined()
    }

    fileprivate static func lines(of bytes: [UInt8]) -> [Line] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0 + [UInt8(ascii: "\n")] }
        lines[lines.count - 1].removeLast()
        if lines.last == [] { lines.removeLast() }
        return lines.map(Array.init)
    }
}

// MARK: - Reading

extension SourcePatch {
    /// Reads a unified diff that changes files, and neither makes, moves nor removes any.
    ///
    /// - Throws: `UserError` when it is something else.
    init(parsing text: String) throws(UserError) {
        var lines = Self.lines(of: Array(text.utf8))[...]
        var file: String?
        while let line = lines.popFirst() {
            let head = String(decoding: line, as: UTF8.self)
            if head.hasPrefix("--- ") {
                let name = lines.popFirst().map { String(decoding: $0, as: UTF8.self) } ?? ""
                file = try Self.file(head, name)
            } else if head.hasPrefix("@@ ") {
                guard let file else { throw Self.damage }
                try readHunk(head, of: file, &lines)
            }
        }
        guard !edits.isEmpty else { throw Self.damage }
        for (file, all) in edits {
            edits[file] = all.sorted { $0.start < $1.start }
            guard zip(all, all.dropFirst()).allSatisfy({ $0.end < $1.start }) else {
                throw Self.damage
            }
        }
    }

    private static let damage = UserError(
        .input, "", "its patch is not a unified diff; update ribleak-lint")

    /// The file that two lines with `---` and `+++` name.
    private static func file(_ old: String, _ new: String) throws(UserError) -> String {
        func name(_ line: String, _ prefix: String) -> Substring? {
            guard line.hasPrefix(prefix) else { return nil }
            return line.dropFirst(prefix.count).prefix { !$0.isNewline && $0 != "\t" }
        }
        guard let changed = name(new, "+++ b/"), isBelow(changed), name(old, "--- a/") == changed
        else { throw damage }
        return String(changed)
    }

    /// Whether a path from a folder stays in it.
    private static func isBelow(_ path: Substring) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { !["", ".", "..", ".git"].contains($0) }
    }

    private mutating func readHunk(
        _ head: String, of file: String, _ lines: inout ArraySlice<Line>
    ) throws(UserError) {
        let form = /@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+[0-9]{1,9}(?:,([0-9]{1,9}))? @@.*/
            .dotMatchesNewlines()
        guard let range = head.wholeMatch(of: form), let first = Int(range.1) else {
            throw Self.damage
        }
        var (old, new) = (range.2.flatMap { Int($0) } ?? 1, range.3.flatMap { Int($0) } ?? 1)
        var index = old == 0 ? first : first - 1
        guard index >= 0 else { throw Self.damage }
        var edit: Edit?
        func finish() {
            if let edit { edits[file, default: []].append(edit) }
            edit = nil
        }
        while old > 0 || new > 0 {
            guard var line = lines.popFirst(), let mark = line.first else { throw Self.damage }
            line.removeFirst()
            if lines.first?.starts(with: Self.noBreak.utf8.prefix(2)) == true {
                lines.removeFirst()
                line.removeLast()
            }
            switch mark {
            case UInt8(ascii: "+"):
                edit = edit ?? Edit(start: index)
                edit?.added.append(line)
                new -= 1
                continue
            case UInt8(ascii: "-"):
                edit = edit ?? Edit(start: index)
                edit?.removed.append(line)
            case UInt8(ascii: " "):
                finish()
                new -= 1
            default: throw Self.damage
            }
            expected[file, default: [:]][index] = line
            (old, index) = (old - 1, index + 1)
        }
        finish()
        guard old == 0, new == 0 else { throw Self.damage }
    }
}
