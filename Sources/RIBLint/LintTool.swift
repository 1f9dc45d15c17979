// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

/// The program `ribleak-lint`: a package of its own, since its parser takes minutes to build.
package struct LintTool: Sendable {
    /// The variable that names the program, for where it is in another place.
    package static let variable = "RIBLEAK_LINT"
    private static let name = "ribleak-lint"
    /// Where its package lies in this one.
    private static let folder = "Tools/ribleak-lint"
    /// The longest that a check may take: it should take a minute for a million lines.
    private static let secondsToCheck: TimeInterval = 3600

    package let path: String

    /// Where to look for the program.
    package struct Places: Sendable {
        /// The program that the environment names.
        let named: String?
        /// The folder of the running command.
        let command: String
        /// The folder of this package, as it was when the command was built.
        let package: String
        let searchPath: [String]

        /// The places of this process.
        package static var current: Places {
            let environment = ProcessInfo.processInfo.environment
            let command =
                Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
            // This file is Sources/RIBLint/LintTool.swift.
            let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            return Places(
                named: environment[variable].flatMap { $0.isEmpty ? nil : $0 },
                command: command.deletingLastPathComponent().path, package: package.path,
                searchPath: (environment["PATH"] ?? "").split(separator: ":").map(String.init))
        }

        /// A folder that the user may write to, whichever package the command was built for.
        fileprivate var scratch: String { "\(command)/ribleak-lint-build" }

        fileprivate var folders: [String] {
            // A command that was installed may be a link.
            let behindLink = URL(fileURLWithPath: "\(command)/ribleak").resolvingSymlinksInPath()
                .deletingLastPathComponent().path
            let builds = [scratch, "\(package)/\(LintTool.folder)/.build"].flatMap {
                ["\($0)/release", "\($0)/debug"]
            }
            return [command, behindLink] + builds + searchPath
        }
    }

    /// Finds the program: beside the command, then where this package's manifest builds it, then on
    /// the search path.
    ///
    /// - Throws: `UserError` that says how to get it.
    package init(in places: Places = .current) throws(UserError) {
        if let named = places.named, !Self.isProgram(named) {
            throw UserError(
                .program, Self.variable,
                "names no program: '\(named)'; name ribleak-lint, or unset it")
        }
        let usual = places.folders.lazy.map { "\($0)/\(Self.name)" }
        guard let found = places.named ?? usual.first(where: Self.isProgram) else {
            throw UserError(.program, Self.name, Self.advice(for: places))
        }
        path = URL(fileURLWithPath: found).path
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue && access(path, X_OK) == 0
    }

    private static func advice(for places: Places) -> String {
        let package = "\(places.package)/\(folder)"
        guard FileManager.default.fileExists(atPath: "\(package)/Package.swift") else {
            return
                "is neither next to ribleak nor on the PATH; build it in \(folder) of the package "
                + "ribleak, and put it there"
        }
        return "is not built; build it once: swift build -c release --package-path "
            + "\(quoted(package)) --scratch-path \(quoted(places.scratch))"
    }

    /// A word for a shell.
    private static func quoted(_ text: String) -> String {
        text.wholeMatch(of: /[A-Za-z0-9\/._+\-]*/) != nil
            ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    // MARK: - Use

    /// Becomes the program, so that output, exit code and signals are its own.
    ///
    /// - Throws: `UserError` when it cannot be run; otherwise it does not return.
    package func become(_ arguments: [String]) throws(UserError) -> Never {
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        words.append(nil)
        execv(path, words)
        let reason = String(cString: strerror(errno))
        throw UserError(.input, path, "cannot be run (\(reason)); build it anew")
    }

    /// How a program that is to read sources can end.
    package enum Answer<Document> {
        case document(Document)
        /// It refused its arguments or found nothing to read, and has said why on standard error.
        case refused(code: Int32)
    }

    /// Runs the program to check sources, and reads what it prints.
    ///
    /// - Parameters:
    ///   - seconds: The longest that it may take, unheard. Nil for a person who asked for the
    ///     check, and who sees what it says on standard error.
    ///   - folder: The working directory of the check; by default this process's.
    /// - Throws: `UserError` when it crashes, hangs, or prints something else.
    package func check(
        _ request: LintRequest, within seconds: TimeInterval? = nil, in folder: String? = nil
    ) throws(UserError) -> Answer<LintDocument> {
        try answer(to: request.arguments, within: seconds, in: folder) {
            (json) throws(UserError) in try LintDocument(json: json, from: path)
        }
    }

    /// As `check`, for any of its documents.
    package func answer<Document>(
        to arguments: [String], within seconds: TimeInterval? = nil, in folder: String? = nil,
        reading document: (Data) throws(UserError) -> Document
    ) throws(UserError) -> Answer<Document> {
        let child = BoundedChild(
            executable: path, arguments: arguments,
            environment: ProcessInfo.processInfo.environment, in: folder,
            showsErrors: seconds == nil)
        var output = Data()
        let ending = child.run(
            timeLimit: seconds ?? Self.secondsToCheck, outputLimit: LintDocument.mostBytes
        ) { output += $0 }
        switch ending {
        case .exited(0): return .document(try document(output))
        case .exited(let code) where code == 2 || code == 64: return .refused(code: code)
        case .exited(let code): throw failure("ended with the code \(code)")
        case .crashed(let signal): throw failure("crashed by the signal \(signal)")
        case .timedOut:
            let limit = seconds.map { "\(Int($0)) s" } ?? "an hour; name fewer paths"
            throw UserError(.input, path, "took more than \(limit)")
        case .outputTooLarge:
            throw UserError(
                .input, path,
                "printed more than \(LintDocument.mostBytes >> 20) MiB; name fewer paths")
        case .notStarted: throw failure("cannot be run")
        }
    }

    private func failure(_ what: String) -> UserError {
        UserError(.input, path, "\(what), so nothing was checked; build it anew")
    }
}

/// What is to be checked in sources, and how to judge it.
package struct LintRequest: Sendable {
    /// As paths from the working directory; empty for the whole project.
    let paths: [String]
    /// The rules to check; empty for all.
    let rules: [String]
    /// Whether to mend what has one safe fix.
    let mends: Bool
    /// Whether new warnings fail too.
    let isStrict: Bool
    /// Whether to list the names that rules skip, since they may mean several types.
    package var explainsSkipped = false

    package init(
        paths: [String] = [], rules: [String] = [], mends: Bool = false, isStrict: Bool = false
    ) {
        (self.paths, self.rules, self.mends, self.isStrict) = (paths, rules, mends, isStrict)
    }

    /// Whether a known mistake would be found again if it still occurred.
    func covers(_ entry: KnownLintFinding) -> Bool {
        (rules.isEmpty || rules.contains(entry.rule))
            && (paths.isEmpty || paths.contains { Self.contains($0, entry.file) })
    }

    private static func contains(_ path: String, _ file: String) -> Bool {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return path.hasPrefix("/") == file.hasPrefix("/")
            && file.split(separator: "/").starts(with: parts)
    }

    fileprivate var arguments: [String] {
        ["check", "--format", "json"] + (explainsSkipped ? ["--explain-skipped"] : [])
            + rules.flatMap { ["--only", $0] } + (mends ? ["--fix"] : []) + ["--"] + paths
    }
}
