// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// What the documentation's page "Privacy" promises of traces and of all that is made of them.
@Suite struct PrivacyTests {
    private static let secrets = ["hunter2-argument", "hunter2-environment"]
    private static let formats = [
        "text", "json", "html", "markdown", "github", "gitlab", "sarif", "junit", "xcode",
        "speedscope",
    ]

    private let folder: TemporaryFolder
    private let runs: String

    /// Records the app whose values are secrets.
    init() throws {
        folder = try TemporaryFolder()
        runs = folder.file("runs")
        let app = try FinishedProcess(
            "secret-keeper", [Self.secrets[0]],
            environment: [
                "SECRET": Self.secrets[1], "RIBLEAK_TRACE_DIR": runs,
                "RIBLEAK_SEARCH_LIMIT": "60000",
            ])
        try #require(app.code == 0, "\(app.errors)")
    }

    /// Has every command write all that it can of the run.
    private func writeEverything(_ options: [String] = []) throws {
        let outputs = Self.formats.flatMap { ["--output", "\($0):report.\($0)"] }
        let commands: [(String, [String])] = [
            ("report.out", ["report", "--limit", "0"] + outputs + options),
            ("tree.out", ["tree"] + options),
            ("tree.json", ["tree", "--format", "json"] + options),
            ("subs.out", ["subscriptions"] + options),
            ("subs.json", ["subscriptions", "--format", "json"] + options),
            ("object.out", ["explain", "object:1"] + options), ("gate.out", ["gate"] + options),
            ("chrome.json", ["export", "--format", "chrome-trace"] + options),
            ("rows.ndjson", ["export", "--format", "ndjson"] + options),
            ("digest.json", ["digest"]), ("digest.rows", ["digest", "--format", "rows"]),
            ("write.out", ["baseline", "write", "--output", "baseline.json"]),
            ("import.out", ["history", "import", "--database", "history.sqlite"]),
            ("show.html", ["history", "show", "--format", "html", "--database", "history.sqlite"]),
        ]
        for (name, arguments) in commands {
            let takesTrace = !arguments.contains("show")
            let run = try FinishedProcess(
                "ribleak", arguments + (takesTrace ? [runs] : []), in: folder.path)
            #expect([0, 1].contains(run.code), "\(arguments): \(run.errors)")
            try (run.output + run.errors).write(
                toFile: folder.file(name), atomically: false, encoding: .utf8)
        }
    }

    /// The bytes of each file below the folder, by name.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            files[name] = FileManager.default.contents(atPath: folder.file(name))
        }
        return files
    }

    @Test func noFileHoldsArgumentsEnvironmentOrValues() throws {
        try writeEverything()
        let files = try files()
        #expect(files.count > 20)
        for (name, bytes) in files {
            for secret in Self.secrets + ["password of"] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(name)")
            }
        }
        let report = String(decoding: files["report.text"] ?? Data(), as: UTF8.self)
        #expect(report.contains("VaultInteractor"))
    }

    @Test func redactedReportsHaveNoFolderOfTheMachine() throws {
        try writeEverything(["--redact-paths"])
        // The input of the commands. Users share all other files.
        let kept = ["runs", "history.sqlite"]
        let user = NSUserName()
        for (name, bytes) in try files() where !kept.contains(where: name.hasPrefix) {
            for path in [BuiltProducts.packageRoot, folder.path, "/\(user)/", "/usr/lib", "/tmp/"] {
                #expect(bytes.range(of: Data(path.utf8)) == nil, "\(path) is in \(name)")
            }
        }
        let json = String(decoding: try #require(files()["report.json"]), as: UTF8.self)
        #expect(json.contains("\"…/main.swift\""))
    }

    @Test func allIsForTheUserAlone() throws {
        try writeEverything()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where name.hasPrefix("runs") || name.hasPrefix("report.") && name != "report.out"
            || ["baseline.json", "history.sqlite"].contains(name)
        {
            var facts = stat()
            try #require(lstat(folder.file(name), &facts) == 0)
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            #expect(facts.st_mode & 0o777 == (isFolder ? 0o700 : 0o600), "\(name)")
        }
    }
}
