// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText
import RIBWatchScreen

/// A folder for one call's temporary files.
struct FixFolder {
    let path: String

    /// Makes the folder, and removes those of calls that were killed.
    ///
    /// - Throws: `UserError`.
    init() throws(UserError) {
        let all = FileManager.default.temporaryDirectory.path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: all)) ?? []
        where Self.isAbandoned(name) {
            try? FileManager.default.removeItem(atPath: "\(all)/\(name)")
        }
        var template = Array("\(all)/ribleak-fix-\(getpid())-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UserError(.output, all, "cannot be written (\(String(cString: strerror(errno))))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Whether a folder of this name is that of a process that has ended.
    static func isAbandoned(_ name: some StringProtocol) -> Bool {
        let form = /ribleak-fix-([0-9]+)-[A-Za-z0-9]+/
        guard let parts = String(name).wholeMatch(of: form), let process = pid_t(parts.1) else {
            return false
        }
        return process > 0 && kill(process, 0) != 0 && errno == ESRCH
    }
}

/// A copy of the repository with the user's changes, in which patches are tried: a git worktree.
final class WorkingCopy {
    /// A commit of no branch needs names, which the user may not have set.
    private static let author = Dictionary(
        uniqueKeysWithValues: ["AUTHOR", "COMMITTER"].flatMap {
            [("GIT_\($0)_NAME", "ribleak"), ("GIT_\($0)_EMAIL", "ribleak@localhost")]
        })

    /// The folder of the copy.
    let path: String
    /// The user's working directory, in the copy.
    let workingFolder: String
    private let git: Git
    private let folder: FixFolder
    private let signals: CaughtSignals
    /// The changed files as they were.
    private var originals: [String: [UInt8]] = [:]
    private var runs = 0

    /// Makes the copy.
    ///
    /// - Parameters:
    ///   - folder: Where to put it.
    ///   - signals: Those that end the work.
    /// - Throws: `UserError`, or the exit code for a signal.
    init(of source: RepositoryRoot, in folder: FixFolder, signals: CaughtSignals) throws {
        git = Git(root: source.path)
        (self.folder, self.signals) = (folder, signals)
        guard git.isThere else {
            throw UserError(
                .request, "--verify",
                "\(source.path) is not in a git repository, of which to make a copy; run git init "
                    + "and commit first, or leave --verify out")
        }
        try Self.removeAbandoned(with: git)
        let commit = try Self.commit(with: git, index: folder.file("index"))
        path = try Self.place(for: source.path, in: folder)
        workingFolder = source.workingFolder.isEmpty ? path : "\(path)/\(source.workingFolder)"
        do {
            try git.run(["worktree", "add", "--quiet", "--detach", path, commit])
            try endIfAsked()
        } catch {
            remove()
            // A terminal interrupts git, too.
            try endIfAsked()
            throw error
        }
    }

    /// Removes the copy. The user's repository is then as it was.
    func remove() { _ = try? git.run(["worktree", "remove", "--force", path]) }

    /// Removes the copies of calls that were killed.
    private static func removeAbandoned(with git: Git) throws(UserError) {
        for line in try git.run(["worktree", "list", "--porcelain"]).split(separator: "\n") {
            guard line.hasPrefix("worktree ") else { continue }
            let path = line.dropFirst("worktree ".count)
            if path.split(separator: "/").contains(where: FixFolder.isAbandoned) {
                try git.run(["worktree", "remove", "--force", String(path)])
            }
        }
    }

    /// A commit of all files as they are, but for ignored ones. The user's index stays as it is.
    private static func commit(with git: Git, index: String) throws(UserError) -> String {
        func word(_ text: String) -> String { text.trimmingCharacters(in: .newlines) }
        let head = word(try git.run(["rev-parse", "--verify", "HEAD"]))
        let own = word(try git.run(["rev-parse", "--git-path", "index"]))
        // With what it knows of the files, git need not read them.
        try? FileManager.default.copyItem(
            atPath: own.hasPrefix("/") ? own : "\(git.root)/\(own)", toPath: index)
        let variables = ["GIT_INDEX_FILE": index].merging(author) { $1 }
        try git.run(["add", "--all", "--", ".", ":(exclude,glob)**/.ribleak/**"], with: variables)
        let tree = word(try git.run(["write-tree"], with: variables))
        return word(
            try git.run(["commit-tree", "-p", head, "-m", "ribleak fix", tree], with: variables))
    }

    /// Where the copy goes. Manifests name packages beside their own, so links to these are there.
    private static func place(
        for root: String, in folder: FixFolder
    ) throws(UserError) -> String {
        let source = URL(fileURLWithPath: root)
        let parent = source.deletingLastPathComponent()
        let place = folder.file("tree")
        mkdir(place, 0o700)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        where name != source.lastPathComponent && !name.hasPrefix(".") {
            symlink(parent.appendingPathComponent(name).path, "\(place)/\(name)")
        }
        return "\(place)/\(source.lastPathComponent)"
    }

    // MARK: - Use

    /// Makes the edits of a patch, and takes back those of the one before.
    ///
    /// - Throws: `UserError`.
    func apply(_ patch: SourcePatch) throws(UserError) {
        for file in Set(originals.keys).union(patch.files).sorted() {
            let now = try SourcePatch.source(file, below: path)
            let original = originals[file] ?? now
            originals[file] = original
            let wanted = try patch.changed(file, original)
            // A file that stays need not be compiled again.
            guard wanted != now else { continue }
            let place = "\(path)/\(file)"
            guard FileManager.default.createFile(atPath: place, contents: Data(wanted)) else {
                throw UserError(.output, place, "cannot be written; free some space")
            }
        }
    }

    /// Runs a command in the copy's working directory.
    ///
    /// - Parameters:
    ///   - limit: The seconds after which it is killed.
    ///   - compared: What the project knows of findings.
    /// - Throws: The exit code for a signal.
    func run(
        _ command: String, limit: Int, compared: (RunReport) -> RunReport
    ) throws -> CommandRun {
        runs += 1
        let (traces, log) = (folder.file("traces-\(runs)"), folder.file("output-\(runs)"))
        mkdir(traces, 0o700)
        let files = [open("/dev/null", O_RDONLY | O_CLOEXEC), creat(log, 0o600)]
        defer { for file in files { close(file) } }
        let child = SpawnedChild(
            "/bin/sh", ["-c", command],
            environment: Git.environment.merging(["RIBLEAK_TRACE_DIR": traces]) { $1 },
            files: [files[0], files[1], files[1]], in: workingFolder, leadsGroup: true)
        let ending = try child.map { try wait(for: $0, limit: limit) } ?? .notStarted
        let found = (try? RunFolder.runs(in: traces)) ?? []
        let paths = found.flatMap { (try? RunFolder.traces(ofRun: $0)) ?? [] }
        let output = String(
            decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
        guard !paths.isEmpty else { return CommandRun(ending, output) }
        let reading = PartialReading(of: paths, defaultFolder: "", symbolizer: LLVMSymbolizer())
        return CommandRun(ending, output, reading, compared: compared)
    }

    private func wait(for child: SpawnedChild, limit: Int) throws -> SpawnedChild.Ending {
        let deadline = DispatchTime.now() + .seconds(limit)
        while true {
            let ending = child.wait(until: min(deadline, .now() + .milliseconds(100)))
            guard ending == .timedOut else { return ending }
            do {
                try endIfAsked()
                guard DispatchTime.now() >= deadline else { continue }
                child.kill()
                _ = child.wait(until: .now() + 5)
                return .timedOut
            } catch {
                child.kill()
                _ = child.wait(until: .now() + 5)
                throw error
            }
        }
    }

    /// - Throws: The exit code for the signal that came, if one did.
    func endIfAsked() throws {
        guard let signal = signals.received().first else { return }
        StandardStreams.say("error: interrupted, so nothing was changed")
        throw ExitCode(128 + signal)
    }
}

/// Runs git in a repository.
struct Git {
    /// What git sets for hooks, which may run this command, and what would name another repository.
    private static let variables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"]
    private static let secondsToRun = 600.0
    private static let mostBytes = 64 << 20

    let root: String

    /// This process's environment, for programs that find their repository themselves.
    static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !variables.contains($0.key) }
    }

    /// Whether the folder is a repository.
    var isThere: Bool { FileManager.default.fileExists(atPath: "\(root)/.git") }

    /// Runs git to its end, without hooks and without waiting for locks.
    ///
    /// - Returns: What it prints.
    /// - Throws: `UserError` when it fails. It has said why on standard error.
    @discardableResult func run(
        _ arguments: [String], with variables: [String: String] = [:]
    ) throws(UserError) -> String {
        let options = ["-C", root, "--no-optional-locks", "-c", "core.hooksPath=/dev/null"]
        let child = BoundedChild(
            executable: "/usr/bin/env", arguments: ["git"] + options + arguments,
            environment: Self.environment.merging(variables) { $1 }, showsErrors: true)
        var output: [UInt8] = []
        let ending = child.run(timeLimit: Self.secondsToRun, outputLimit: Self.mostBytes) {
            output += $0
        }
        switch ending {
        case .exited(0): return String(decoding: output, as: UTF8.self)
        case .exited(127): throw UserError(.program, "git", "is not installed; install it")
        default:
            throw UserError(.input, "git \(arguments[0])", "failed in \(root), so nothing changed")
        }
    }

    /// The files that differ from those of the last commit, or are not in it.
    func changed(among files: [String]) throws(UserError) -> Set<String> {
        guard isThere, !files.isEmpty else { return [] }
        let list = try run(
            ["status", "--porcelain", "-z", "--untracked-files=all", "--ignored", "--"] + files,
            with: ["GIT_LITERAL_PATHSPECS": "1"])
        let names = list.split(separator: "\0").map { String($0.dropFirst(3)) }
        return Set(files).intersection(names)
    }
}
