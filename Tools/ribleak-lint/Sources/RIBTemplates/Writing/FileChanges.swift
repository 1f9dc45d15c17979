// SPDX-License-Identifier: Apache-2.0

import Foundation
import SourceModel

/// New and changed files, written all or not at all.
package struct FileChanges {
    /// A file that is not there yet.
    package struct New: Equatable {
        package let path: String
        package let text: String
    }

    /// A file with another text than before.
    package struct Changed: Equatable {
        package let path: String
        let before: String
        let after: String
    }

    package let new: [New]
    package let changed: [Changed]

    package init(new: [New], changed: [Changed] = []) {
        (self.new, self.changed) = (new, changed)
    }

    /// The changes as a unified diff, which `patch -p1` applies.
    package var diff: String {
        let changes = changed.map { UnifiedDiff(path: $0.path, from: $0.before, to: $0.after) }
        let additions = new.map { UnifiedDiff(path: $0.path, from: nil, to: $0.text) }
        return (additions + changes).sorted { $0.path < $1.path }.map(\.text).joined()
    }

    /// - Throws: `NewError` when something has the path of a new file, be it a link to nothing.
    package func checkNothingIsThere() throws(NewError) {
        for file in new {
            var facts = stat()
            if lstat(file.path, &facts) == 0 { throw Self.isThere(file.path) }
        }
    }

    /// Writes all.
    ///
    /// - Throws: `NewError` when one file cannot be written, or was changed meanwhile. The others are as
    ///   before then.
    package func write() throws(NewError) {
        try checkNothingIsThere()
        var undo = Undo()
        do throws(NewError) {
            // Each is written beside its destination first, so that little can fail afterwards.
            let ready = try changed.map { file throws(NewError) in try Self.prepare(file, &undo) }
            for file in new { try Self.create(file, &undo) }
            for (file, aside) in ready { try Self.replace(file, by: aside, &undo) }
        } catch {
            undo.run()
            throw error
        }
    }

    // MARK: - One file

    private static func prepare(
        _ file: Changed, _ undo: inout Undo
    ) throws(NewError) -> (Changed, String) {
        var facts = stat()
        guard lstat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            FileManager.default.contents(atPath: file.path) == Data(file.before.utf8)
        else { throw .files("\(file.path): was changed meanwhile; try again") }
        let aside = SourceText.placeAside(of: file.path)
        undo.created(aside)
        try put(file.after, at: aside, shownAs: file.path, mode: facts.st_mode & 0o777)
        return (file, aside)
    }

    private static func create(_ file: New, _ undo: inout Undo) throws(NewError) {
        try makeFolder(of: file.path, &undo)
        try put(file.text, at: file.path, shownAs: file.path, mode: 0o644)
        undo.created(file.path)
    }

    private static func replace(
        _ file: Changed, by aside: String, _ undo: inout Undo
    ) throws(NewError) {
        guard rename(aside, file.path) == 0 else { throw cannotWrite(file.path) }
        undo.changed(file.path, from: file.before)
    }

    private static func makeFolder(of path: String, _ undo: inout Undo) throws(NewError) {
        var missing: [String] = []
        var folder = path.enclosingFolder
        while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
            missing.append(folder)
            folder = folder.enclosingFolder
        }
        for folder in missing.reversed() {
            guard mkdir(folder, 0o755) == 0 else { throw cannotWrite(folder) }
            undo.created(folder)
        }
    }

    /// Writes a file that must not be there.
    private static func put(
        _ text: String, at path: String, shownAs shown: String, mode: mode_t
    ) throws(NewError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? isThere(shown) : cannotWrite(shown)
        }
        fchmod(descriptor, mode)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            unlink(path)
            throw .files(
                "\(shown): cannot be written (\(error.localizedDescription)); free some space")
        }
    }

    private static func isThere(_ path: String) -> NewError {
        .files("\(path): is there already; choose another name, or move it away")
    }

    private static func cannotWrite(_ path: String) -> NewError {
        let reason = String(cString: strerror(errno))
        return .files("\(path): cannot be written (\(reason)); name a folder that you may write to")
    }
}

/// What takes back the files that were written before one could not be.
private struct Undo {
    private var steps: [() -> Void] = []

    mutating func created(_ path: String) { steps.append { remove(path) } }

    mutating func changed(_ path: String, from text: String) {
        steps.append { try? Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    }

    func run() { for step in steps.reversed() { step() } }
}
