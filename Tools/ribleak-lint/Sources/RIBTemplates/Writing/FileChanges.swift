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
    package var changed: [Changed] = []

    /// The changes as a unified diff, which `patch -p1` applies.
    package var diff: String {
        let texts =
            changed.map { ($0.path, UnifiedDiff.text(of: $0.path, from: $0.before, to: $0.after)) }
            + new.map { ($0.path, UnifiedDiff.text(of: $0.path, from: nil, to: $0.text)) }
        return texts.sorted { $0.0 < $1.0 }.map(\.1).joined()
    }

    /// - Throws: `NewError` when something has the path of a new file, be it a link to nothing.
    package func checkNothingIsThere() throws(NewError) {
        for file in new {
            var facts = stat()
            guard lstat(file.path, &facts) != 0 else {
                throw .files(
                    "\(file.path): is there already; choose another name, or move it away")
            }
        }
    }

    /// Writes all.
    ///
    /// - Throws: `NewError` when one file cannot be written, or was changed meanwhile. The others are as
    ///   before then.
    package func write() throws(NewError) {
        try checkNothingIsThere()
        for file in changed { try Self.checkIsAsBefore(file) }
        var undo: [() -> Void] = []
        do throws(NewError) {
            for file in new {
                try Self.makeFolder(file.path.enclosingFolder, &undo)
                try Self.put(file.text, at: file.path, .withoutOverwriting)
                undo.append { remove(file.path) }
            }
            // Each goes to a new file that takes its place, so that nobody sees half of it.
            for file in changed {
                try Self.put(file.after, at: file.path, .atomic)
                undo.append { try? Self.put(file.before, at: file.path, .atomic) }
            }
        } catch {
            for step in undo.reversed() { step() }
            throw error
        }
    }

    private static func checkIsAsBefore(_ file: Changed) throws(NewError) {
        var facts = stat()
        guard lstat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            FileManager.default.contents(atPath: file.path) == Data(file.before.utf8)
        else { throw .files("\(file.path): was changed meanwhile; try again") }
    }

    private static func makeFolder(
        _ folder: String, _ undo: inout [() -> Void]
    ) throws(NewError) {
        if folder.isEmpty || FileManager.default.fileExists(atPath: folder) { return }
        // Calls itself once for each part of a path, which the system limits.
        try makeFolder(folder.enclosingFolder, &undo)
        guard mkdir(folder, 0o755) == 0 else {
            throw cannotWrite(folder, String(cString: strerror(errno)))
        }
        undo.append { remove(folder) }
    }

    private static func put(
        _ text: String, at path: String, _ options: Data.WritingOptions
    ) throws(NewError) {
        var facts = stat()
        let isThere = lstat(path, &facts) == 0
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: options)
            if isThere { chmod(path, facts.st_mode & 0o777) }
        } catch {
            // A full disk leaves half of a new file.
            if options == .withoutOverwriting, !isThere { remove(path) }
            throw cannotWrite(path, error.localizedDescription)
        }
    }

    private static func cannotWrite(_ path: String, _ reason: String) -> NewError {
        .files("\(path): cannot be written (\(reason)); name a folder that you may write to")
    }
}
