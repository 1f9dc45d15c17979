// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures
import XCTest

/// `ribleak growth`, `report` and `gate` on the trace of a process that repeats scenarios.
final class GrowthTests: XCTestCase {
    private struct Run {
        let runs: TemporaryFolder

        init(
            _ arguments: [String] = [], level: String = "full", path: String = Self.program
        ) throws {
            runs = try TemporaryFolder()
            let process = try FinishedProcess(
                path: path, arguments,
                environment: ["RIBLEAK_TRACE_DIR": runs.file("runs"), "RIBLEAK_LEVEL": level])
            XCTAssertEqual(process.errors, "")
        }

        /// In debug; `Tools/test` also builds it in release.
        static let program = BuiltProducts.folder.appendingPathComponent("growing-scenarios").path

        func ribleak(_ arguments: String...) throws -> FinishedProcess {
            try FinishedProcess(
                "ribleak", [arguments[0], runs.file("runs")] + arguments.dropFirst(),
                in: BuiltProducts.packageRoot)
        }
    }

    /// The lines that say what grows, where, and who makes it.
    private func gist(_ text: String) -> [String] {
        text.split(separator: "\n").filter {
            $0.contains(" grows: ") || $0.hasPrefix("┬") || $0.contains("NoteStore.add() at")
        }.map { line in
            // The last number also counts what was there before the first turn.
            let end = line.range(of: " by now").map { $0.lowerBound } ?? line.endIndex
            let parts = line[..<end].split(separator: ", ")
            return end == line.endIndex
                ? String(line) : parts.dropLast().joined(separator: ", ")
        }
    }

    private static let expected = [
        "┬─── 1 of 5  Growing objects at NoteStore.sizes",
        "├─ Dictionary<Int, Int> grows: +1 element each turn, 5 turns",
        "┬─── 2 of 5  Growing objects at NoteStore.notes",
        "├─ Note grows: +1 each turn, 5 turns",
        "│    NoteStore.add() at Tests/growing-scenarios/main.swift:21",
        "┬─── 3 of 5  Growing objects at Note.other",
        "├─ Note grows: +2 each turn, 5 turns",
        "┬─── 4 of 5  Growing objects at Home",
        "├─ PageRouter grows: +1 each turn, 5 turns",
        "┬─── 5 of 5  Growing objects at Home",
        "├─ closure #1 in HomeInteractor.listen() grows: +2 each turn, 5 turns",
    ]

    func testEachPlaceThatGrowsIsNamed() throws {
        let answer = try Run().ribleak("growth", "--color", "never")
        XCTAssertEqual(answer.code, 0)
        XCTAssertEqual(
            answer.output.split(separator: "\n").first,
            "✗ 5 places grow in 5 repeated scenarios")
        XCTAssertEqual(gist(answer.output), Self.expected)
    }

    func testTheOptimiserChangesNoFinding() throws {
        guard let folder = ProcessInfo.processInfo.environment["RIBLEAK_RELEASE_PRODUCTS"] else {
            // Tools/test and Tools/nightly build them; a plain `swift test` does not.
            throw XCTSkip("no products in release")
        }
        let answer = try Run(path: "\(folder)/growing-scenarios")
            .ribleak("growth", "--color", "never")
        XCTAssertEqual(
            gist(answer.output).filter { $0.contains(" grows: ") },
            Self.expected.filter { $0.contains(" grows: ") })
    }

    func testAClosureThatNoFunctionSurroundsIsOfTopLevelCode() throws {
        let answer = try Run().ribleak("growth", "--color", "never")
        XCTAssertTrue(
            answer.output.contains(
                "closure #1 in top-level code at Tests/growing-scenarios/main.swift:"),
            answer.output)
    }

    func testTheTextIsLaidOutAsOtherTextIs() throws {
        let answer = try Run().ribleak("growth", "--color", "never", "--width", "60")
        let lines = answer.output.split(separator: "\n")
        XCTAssertEqual(lines.filter { $0.count > 60 }, [])
        let suspect = try XCTUnwrap(
            lines.firstIndex { $0.hasSuffix("NoteStore.notes at") && $0.hasPrefix("│") })
        XCTAssertEqual(lines[suspect + 1], "│                ~~~~~")
    }

    func testMendedScenariosLeaveNothing() throws {
        let run = try Run(["--mended"])
        let answer = try run.ribleak("growth", "--color", "never")
        XCTAssertEqual(
            answer.output.split(separator: "\n").first, "✓ Nothing grows in 5 repeated scenarios")
        XCTAssertEqual(try run.ribleak("gate").code, 0)
    }

    func testTheGateFailsAndTheReportHasTheSameFindings() throws {
        let run = try Run()
        XCTAssertEqual(try run.ribleak("gate").code, 1)
        let report = try run.ribleak("report", "--color", "never").output
        XCTAssertTrue(report.contains("Growing objects at Home"), report)
    }

    func testProgramsGetTheScenariosAndTheFindings() throws {
        let answer = try Run().ribleak("growth", "--format", "json")
        let document = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
        let scenarios = try XCTUnwrap(document["scenarios"] as? [[String: Any]])
        XCTAssertEqual(
            scenarios.map { $0["outcome"] as? String }, Array(repeating: "measured", count: 5))
        let findings = try XCTUnwrap(document["findings"] as? [[String: Any]])
        let growth = findings.compactMap { $0["growth"] as? [String: Any] }
        XCTAssertEqual(growth.compactMap { $0["each"] as? Int }.sorted(), [1, 1, 1, 2, 2])
    }

    func testTheLevelCountsLeavesItUnknown() throws {
        let answer = try Run(level: "counts").ribleak("growth", "--color", "never")
        XCTAssertEqual(
            answer.output.split(separator: "\n").first,
            "! Whether anything grows in 5 repeated scenarios is not known")
        XCTAssertTrue(answer.output.contains("RIBLEAK_LEVEL=counts"), answer.output)
    }
}
