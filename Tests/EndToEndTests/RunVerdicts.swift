// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// What each command says of one run.
struct RunVerdicts {
    /// What the tests use of a finding in JSON.
    struct Found: Decodable, Hashable, CustomStringConvertible {
        struct Library: Decodable, Hashable {}

        let kind: String
        let fingerprint: String
        let ribPath: String
        let type: String
        let status: String?
        let libraryLeak: Library?

        /// Whether it fails a test or a build.
        var isAccusation: Bool {
            libraryLeak == nil && FindingKind(rawValue: kind)?.isWarning == false
        }

        var description: String { "\(facts) \(fingerprint)" }
        /// Without the fingerprint, which is another one where no symbols are known.
        var facts: String { "\(kind) \(ribPath) \(type)" }
    }

    private struct Document: Decodable {
        let findings: [Found]
    }

    /// The run's folder, or one that has no other.
    let runs: String
    private let files: TemporaryFolder

    init(of runs: String) throws {
        self.runs = runs
        files = try TemporaryFolder()
    }

    /// Expects that whoever is asked says what the assertions said.
    ///
    /// - Parameters:
    ///   - asserted: The fingerprint of each finding that failed a test.
    ///   - watched: What `ribleak watch --events` wrote meanwhile; nil to watch the run now.
    func expectSame(as asserted: Set<String>, watched: String? = nil) throws {
        let report = try report()
        #expect(names(report) == asserted, "report")
        #expect(names(try gate(expecting: asserted.isEmpty ? 0 : 1)) == asserted, "gate")

        let baseline = files.file("baseline.json")
        try writeBaseline(to: baseline)
        let known = try gate("--baseline", baseline, expecting: 0)
        #expect(names(known) == asserted, "gate with a baseline")
        #expect(known.allSatisfy { !$0.isAccusation || $0.status == "known" })
        for one in report.filter(\.isAccusation).prefix(1) {
            let lines = try String(contentsOfFile: baseline, encoding: .utf8)
            let others = files.file("others.json")
            try entries(of: lines, without: one.fingerprint)
                .write(toFile: others, atomically: true, encoding: .utf8)
            let found = try gate("--baseline", others, expecting: 1)
            #expect(names(found.filter { $0.status == "new" }) == [one.fingerprint])
        }

        let events = try watched ?? ribleak("watch", runs, "--until-end", "--events").output
        #expect(Set(try found(in: events)) == Set(report), "watch")
        let digest = try ribleak("digest", runs).output
        let told = try digest.split(separator: "\n").flatMap(findings)
        #expect(
            Set(told.filter(\.isAccusation).map(\.facts))
                == Set(report.filter(\.isAccusation).map(\.facts)), "digest")
    }

    func writeBaseline(to file: String, _ options: String...) throws {
        let written = try FinishedProcess(
            "ribleak", ["baseline", "write", "--output", file, runs] + options, in: files.path)
        #expect(written.code == 0, "\(written.errors)")
    }

    /// What failed a test, by the file that it attached.
    static func accusations(inFile file: String) throws -> Set<String> {
        let json = try Data(contentsOf: URL(fileURLWithPath: file))
        let findings = try JSONDecoder().decode(Document.self, from: json).findings
        return Set(findings.filter(\.isAccusation).map(\.fingerprint))
    }

    private func names(_ findings: [Found]) -> Set<String> {
        Set(findings.filter(\.isAccusation).map(\.fingerprint))
    }

    /// The findings of the report.
    func report() throws -> [Found] {
        try findings(ribleak("report", runs, "--format", "json", "--limit", "0").output)
    }

    /// The findings that a gate shows.
    func gate(_ options: String..., expecting code: Int32) throws -> [Found] {
        let gate = try FinishedProcess(
            "ribleak", ["gate", runs, "--output", "json:-"] + options, in: files.path)
        #expect(gate.code == code, "\(gate.output.suffix(400))\(gate.errors)")
        let json = gate.output.drop { $0 != "{" }
        return try findings(json.prefix(through: json.lastIndex(of: "}") ?? json.startIndex))
    }

    private func ribleak(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess("ribleak", arguments, in: files.path)
    }

    private func findings(_ json: some StringProtocol) throws -> [Found] {
        try JSONDecoder().decode(Document.self, from: Data(json.utf8)).findings
    }

    /// The text of a baseline without one entry.
    private func entries(of text: String, without fingerprint: String) throws -> String {
        var document = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let entries = try #require(document["findings"] as? [[String: Any]])
        document["findings"] = entries.filter { $0["fingerprint"] as? String != fingerprint }
        return String(
            decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
    }

    /// The findings that hold at the end of what a watch wrote.
    private func found(in events: String) throws -> [Found] {
        struct Event: Decodable {
            let kind: String
            let fingerprint: String?
            let finding: Found?
        }
        var found: [String: Found] = [:]
        for line in events.split(separator: "\n") {
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            if event.kind == "findingWithdrawn" {
                event.fingerprint.map { found[$0] = nil }
            } else if let finding = event.finding {
                found[finding.fingerprint] = finding
            }
        }
        return Array(found.values)
    }
}
