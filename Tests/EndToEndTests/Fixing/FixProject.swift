// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A git repository with one source, and a small program in place of `ribleak-lint`.
///
/// Each line `mistake Type` of the source is a mistake to the program, and each `leak NAME` is one of
/// the demo to `test.sh`.
struct FixProject {
    /// What the program answers to `fix`.
    struct Answer: Encodable {
        struct Fix: Encodable {
            let findings: [String]
            var kind = "weak-capture"
            var title = "Do better"
            var file = FixProject.source
            var line = 1
            let patch: String
        }

        struct Refusal: Encodable {
            let finding: String
            let reason: String
        }

        var version = 1
        var fixes: [Fix]
        var refused: [Refusal] = []
    }

    static let source = "Sources/App.swift"

    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - lines: Of the source.
    ///   - ending: What ends them.
    init(_ lines: [String], ending: String = "\n", isRepository: Bool = true) throws {
        folder = try TemporaryFolder()
        for name in ["app/Sources", "tmp"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try write(lines.map { $0 + ending }.joined())
        let demo = BuiltProducts.folder.appendingPathComponent("ribleak-demo").path
        try ExecutableScript.make(
            """
            grep -q '^fail' Sources/App.swift && exit 1
            exec '\(demo)' $(sed -n 's/^leak /--leak /p' Sources/App.swift)
            """, at: file("test.sh"))
        try makeTool()
        guard isRepository else { return }
        for arguments in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "App"]] {
            _ = try git(arguments)
        }
    }

    private func makeTool() throws {
        let rule =
            #"{"id":"strong-listener","severity":"error","summary":"s","reason":"r","fix":"f"}"#
        let finding =
            #"{"rule":"strong-listener","file":"Sources/App.swift","line":%d,"column":1,"message":"m","#
            + #""fix":"f","type":"%s","member":null,"subject":"","ignored":null,"fixed":false}"#
        try ExecutableScript.make(
            """
            if [ "$1" = fix ]; then
                echo "$@" > '\(folder.file("call"))'
                exec cat '\(folder.file("answer"))'
            fi
            printf '%s' '{"version":1,"tool":"0","files":1,"lines":9,"rules":[\(rule)],"findings":['
            awk '/^mistake / { sub(/\\r$/, ""); printf "%s" form, comma, NR, $2; comma = "," }' \\
                form='\(finding)' Sources/App.swift
            printf '%s' '],"problems":[]}'
            """, at: folder.file("tool"))
    }

    /// The path of something in the repository.
    func file(_ name: String) -> String { folder.file("app/\(name)") }
    var root: String { folder.file("app") }
    /// The path of something beside it.
    func other(_ name: String) -> String { folder.file(name) }

    func write(_ text: String, to name: String = source) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    func text(of name: String = source) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }

    /// The files that are left in the folder for temporary files.
    func remains() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))
    }

    func git(_ arguments: [String]) throws -> String {
        let names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false"]
        let git = try FinishedProcess(
            path: "/usr/bin/env", ["git"] + names + arguments, in: root)
        guard git.code == 0 else { throw Failed(errors: git.errors) }
        return git.output
    }

    private struct Failed: Error {
        let errors: String
    }

    var environment: [String: String] {
        [
            "RIBLEAK_LINT": folder.file("tool"), "TMPDIR": folder.file("tmp"), "LC_ALL": "C.UTF-8",
            "RIBLEAK_TRACE_DIR": folder.file("runs"), "RIBLEAK_SEARCH_LIMIT": "60000",
        ]
    }

    func run(_ arguments: [String], in name: String = "") throws -> FinishedProcess {
        try FinishedProcess("ribleak", arguments, environment: environment, in: file(name))
    }

    // MARK: - Findings

    private struct Document: Decodable {
        struct Finding: Decodable {
            let type: String
            let fingerprint: String
        }

        let findings: [Finding]
    }

    /// Writes the mistakes of the source as `lint.json` beside the repository.
    ///
    /// - Returns: Their fingerprints by their types.
    func lint() throws -> [String: String] {
        let lint = try run(["lint", "--trace", "none", "--format", "json"])
        try Data(lint.output.utf8).write(to: URL(fileURLWithPath: folder.file("lint.json")))
        return try fingerprints(lint.output)
    }

    /// Runs `test.sh`.
    ///
    /// - Returns: The fingerprints of the leaks by their types.
    func record() throws -> [String: String] {
        _ = try FinishedProcess(path: file("test.sh"), [], environment: environment, in: root)
        return try fingerprints(try run(["report", "--format", "json"]).output)
    }

    private func fingerprints(_ json: String) throws -> [String: String] {
        let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
        return Dictionary(document.findings.map { ($0.type, $0.fingerprint) }) { $1 }
    }

    // MARK: - Fixes

    /// A diff that replaces lines of the source, as git makes it.
    func patch(_ changes: [String: String]) throws -> String {
        let old = try text()
        var new = old
        for (line, replacement) in changes { new = new.replacing(line, with: replacement) }
        try write(new)
        defer { try? write(old) }
        return try git(["diff", "--no-color", "--no-ext-diff"])
    }

    /// Runs `ribleak fix` with what the program answers.
    func fix(
        _ arguments: [String], in name: String = "", answering answer: Answer
    ) throws -> FinishedProcess {
        try prepare(answer)
        return try run(["fix"] + arguments, in: name)
    }

    func prepare(_ answer: Answer) throws {
        try JSONEncoder().encode(answer).write(to: URL(fileURLWithPath: folder.file("answer")))
    }

    /// The last call of the program.
    func call() throws -> String {
        try String(contentsOfFile: folder.file("call"), encoding: .utf8)
    }
}
