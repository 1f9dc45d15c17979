// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A file that a command writes. It is written beside its destination and moved there once
/// complete. So nobody sees half of it, and the previous file stays until then.
package final class OutputFile {
    /// What the file is, which decides who may read it and what it may replace.
    package enum Kind {
        /// Something that only its user reads. It replaces an older one.
        case report
        /// A new file of the project. It replaces nothing.
        case newSource
        /// A file of the project that changes. It stays readable for the same people.
        case changedSource
    }

    private let path: String
    private let kind: Kind
    private let aside: String
    private let descriptor: Int32
    private var isInPlace = false

    /// Starts the file.
    package init(_ path: String, _ kind: Kind = .report) throws(UserError) {
        self.path = path
        self.kind = kind
        var facts = stat()
        let isThere = lstat(path, &facts) == 0
        // Replaces only regular files, not devices, and follows no links.
        if isThere, facts.st_mode & S_IFMT != S_IFREG {
            throw UserError(
                .output, path, "is not a regular file, so it was not replaced; name another")
        }
        Self.removeRemains(of: path)
        let number = UInt32.random(in: .min ... .max)
        aside = "\(path).\(getpid())-\(number).partial"
        descriptor = open(
            aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            kind == .report ? 0o600 : 0o644)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        if isThere, kind == .changedSource { fchmod(descriptor, facts.st_mode & 0o777) }
    }

    /// Removes the unfinished files of commands that were killed.
    private static func removeRemains(of path: String) {
        let place = URL(fileURLWithPath: path)
        let (folder, start) = (place.deletingLastPathComponent(), place.lastPathComponent + ".")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let form = /([0-9]+)-[0-9]{1,10}\.partial/
        for name in names where name.hasPrefix(start) {
            guard let numbers = name.dropFirst(start.count).wholeMatch(of: form),
                let process = pid_t(numbers.1), process > 0, kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink(folder.appendingPathComponent(name).path)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isInPlace, descriptor >= 0 { unlink(aside) }
    }

    /// Adds text to the file.
    package func write(_ text: String) throws(UserError) {
        let code = Array(text.utf8).write(to: descriptor)
        guard code == 0 else { throw Self.failure(path, code) }
    }

    /// Moves the file to its destination.
    package func finish() throws(UserError) {
        guard fsync(descriptor) == 0, move() == 0 else { throw Self.failure(path, errno) }
        isInPlace = true
    }

    private func move() -> Int32 {
        guard kind == .newSource else { return rename(aside, path) }
        // Unlike a rename, a link fails when somebody made the file meanwhile.
        let result = link(aside, path)
        if result == 0 { unlink(aside) }
        return result
    }

    private static func failure(_ path: String, _ code: Int32) -> UserError {
        let advice =
            switch code {
            case ENOENT, ENOTDIR: "make its folder first"
            case ENOSPC, EDQUOT, EFBIG: "free some space"
            default: "name a file in a folder that you may write to"
            }
        let reason = String(cString: strerror(code))
        return UserError(.output, path, "cannot be written (\(reason)); \(advice)")
    }
}
