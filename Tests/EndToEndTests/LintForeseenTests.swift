// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures
import XCTest

/// Which mistakes a rule foresees, of the demo and of each way to keep an interactor, by shape. What
/// none foresees is the list of rules to write next.
///
/// It asks the analyser that is built, which `Tools/test` does. In XCTest for the reason that
/// `HolderTableTests` has.
final class LintForeseenTests: XCTestCase {
    private static let folders = ["Tools/ribleak-demo", "Tests/leak-holders"]

    private static var analyser: String? {
        let named = ProcessInfo.processInfo.environment["RIBLEAK_LINT"]
        let built =
            "\(BuiltProducts.packageRoot)/Tools/ribleak-lint/.build/debug/ribleak-lint"
        return [named, built].compactMap(\.self).first(
            where: FileManager.default.isExecutableFile)
    }

    func testWhatTheRulesForeseeIsTheCheckedInTable() throws {
        // The package of the analyser takes minutes to build, and is not needed for other tests.
        guard let analyser = Self.analyser else { throw XCTSkip("ribleak-lint is not built") }
        let folder = try TemporaryFolder()
        let lint = folder.file("lint.json")
        let sources = try FinishedProcess(
            "ribleak", ["lint", "--trace", "none", "--output", "json:\(lint)"] + Self.folders,
            environment: ["RIBLEAK_LINT": analyser], in: BuiltProducts.packageRoot)
        XCTAssertEqual(sources.code, 1, sources.errors)
        var table = ForeseenTable()
        for leak in DemoMistakes.found.keys.sorted() {
            let session = try SharedSessions.session(leaks: [leak])
            let run = session.runs.file("runs")
            for found in try findings(of: run, lint).prefix(1) { table.add(found, as: leak) }
        }
        let runs = folder.file("runs")
        let process = try FinishedProcess(
            "leak-holders", [],
            environment: ["RIBLEAK_TRACE_DIR": runs, "RIBLEAK_SEARCH_LIMIT": "60000"])
        XCTAssertEqual(process.errors, "")
        for found in try findings(of: runs, lint) { table.add(found, as: found.type) }
        let golden = try GoldenFile("lint-foreseen.md", of: table.text)
        XCTAssertFalse(golden.isNew, "written anew: read the change before you commit it")
        XCTAssertNil(golden.firstDifference)
    }

    private func findings(of run: String, _ lint: String) throws -> [ForeseenTable.Finding] {
        let report = try FinishedProcess(
            "ribleak", ["report", run, "--lint", lint, "--format", "json"],
            in: BuiltProducts.packageRoot)
        return try JSONDecoder().decode(ForeseenTable.Report.self, from: Data(report.output.utf8))
            .findings
    }
}

/// Mistakes by the shape of what a run finds.
private struct ForeseenTable {
    struct Report: Decodable {
        let findings: [Finding]
    }

    struct Finding: Decodable {
        struct Step: Decodable {
            let holder: String
            let label: String
        }

        struct Retention: Decodable {
            let reason: String
        }

        struct Foresight: Decodable {
            let rule: String
        }

        let kind: String
        let type: String
        let retainPath: [Step]?
        let suspect: Int?
        let retention: Retention?
        let foreseenBy: Foresight?

        /// What should not be there, and what it hangs on; the kind where nothing is kept.
        var shape: String {
            guard let retention else { return kind }
            let step = suspect.flatMap { index in retainPath.map { $0[index] } }
            let keeper = step.map { step in
                switch step.holder {
                case let holder where holder.hasPrefix("closure "): "closure"
                case let holder where holder.hasPrefix("method reference "): "method reference"
                case let holder where holder.hasSuffix(")"): "method"
                default: step.label.contains("[") ? "element of a property" : "property"
                }
            }
            let root = retention.reason.replacing(/[A-Z]/) { " " + $0.output.lowercased() }
            return "\(keeper ?? "nothing known"), \(root)"
        }
    }

    private var rows: [String: [(name: String, rule: String?)]] = [:]

    mutating func add(_ finding: Finding, as name: String) {
        rows[finding.shape, default: []].append((name, finding.foreseenBy?.rule))
    }

    var text: String {
        let rows = rows.mapValues { $0.sorted { $0.name < $1.name } }
        let all = rows.values.flatMap(\.self)
        let foreseenCount = all.count { $0.rule != nil }
        var lines = [
            "Which rule of `ribleak lint` foresees what a run finds: the mistakes of `ribleak-demo`, and",
            "the `leak-holders`, each of which keeps an interactor in another way. A shape is what should",
            "not be there, and what that hangs on. \(foreseenCount) of \(all.count) are foreseen.",
            "", "## What no rule foresees: what to build next", "", "| shape | of | mistakes |",
            "|---|---|---|",
        ]
        let open = rows.mapValues { $0.filter { $0.rule == nil }.map(\.name) }
        let sorted = open.filter { !$0.value.isEmpty }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        for (shape, names) in sorted {
            let mistakes = names.map { "`\($0)`" }.joined(separator: ", ")
            lines.append(
                "| \(shape) | \(names.count) of \(rows[shape]?.count ?? 0) | \(mistakes) |")
        }
        lines += ["", "## What a rule foresees", "", "| rule | shape | mistakes |"]
        lines.append("|---|---|---|")
        let foreseen = rows.flatMap { shape, mistakes in
            Dictionary(grouping: mistakes) { $0.rule }.compactMap { rule, mistakes in
                rule.map { rule in
                    let names = mistakes.map { "`\($0.name)`" }.joined(separator: ", ")
                    return "| \(rule) | \(shape) | \(names) |"
                }
            }
        }
        return (lines + foreseen.sorted()).joined(separator: "\n") + "\n"
    }
}
