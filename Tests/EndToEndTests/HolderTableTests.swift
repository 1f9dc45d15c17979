// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures
import XCTest

/// The report on each way to keep an interactor that reflection alone does not find: who holds it,
/// through which closure, and the hint. For each careful way beside it, the report has no finding.
///
/// XCTest runs one test at a time, before those of Swift Testing. So each process has the machine to
/// itself.
final class HolderTableTests: XCTestCase {
    /// One process that leaks all of them, or none.
    private struct Run {
        let runs: TemporaryFolder

        init(path: String, _ arguments: [String] = []) throws {
            runs = try TemporaryFolder()
            // The result must not depend on how busy the machine is.
            let environment = [
                "RIBLEAK_TRACE_DIR": runs.file("runs"), "RIBLEAK_SEARCH_LIMIT": "60000",
            ]
            let process = try FinishedProcess(path: path, arguments, environment: environment)
            XCTAssertEqual(process.errors, "")
        }

        var folder: String { runs.file("runs") }

        func report() throws -> String {
            let options = ["--color", "never", "--limit", "0", "--width", "0"]
            return try FinishedProcess(
                "ribleak", ["report", folder] + options, in: BuiltProducts.packageRoot
            ).output
        }
    }

    private static let debug = BuiltProducts.folder.appendingPathComponent("leak-holders").path

    /// How many of them are kept by closures whose lines the optimizer leaves.
    private static let fewestKnown = 29

    /// `Tools/test` builds it so; by itself `swift test` has only one configuration.
    private static var release: String? {
        ProcessInfo.processInfo.environment["RIBLEAK_RELEASE_PRODUCTS"].map {
            "\($0)/leak-holders"
        }
    }

    func testEachHolderIsNamedAsTheTableHasIt() throws {
        let table = HolderTable(of: try Run(path: Self.debug).report())
        let golden = try GoldenFile("holders.txt", of: table.text)
        XCTAssertFalse(golden.isNew, "written anew: read the change before you commit it")
        XCTAssertNil(golden.firstDifference)
    }

    // Tools/test builds the program with the optimiser, and says where; `swift test` alone has none, so
    // the two tests that compare with it are skipped there.
    func testTheOptimiserChangesNoFindingAndNoFingerprint() throws {
        guard let release = Self.release else { throw XCTSkip("no products in release") }
        let (debug, optimised) = (try Run(path: Self.debug), try Run(path: release))
        let diff = try FinishedProcess("ribleak", ["diff", debug.folder, optimised.folder])
        XCTAssertEqual(
            diff.output.split(separator: "\n").first, "0 new, 0 fixed, 60 unchanged", diff.output)
        // A name may be lost with the function, but no step and no hint.
        XCTAssertEqual(
            HolderTable(of: try debug.report()).holders,
            HolderTable(of: try optimised.report()).holders)
    }

    func testTheOptimiserGivesNoClosureAnotherLine() throws {
        guard let release = Self.release else { throw XCTSkip("no products in release") }
        let debug = HolderTable(of: try Run(path: Self.debug).report()).closures
        let optimised = HolderTable(of: try Run(path: release).report()).closures
        for (closure, place) in optimised {
            guard let place, let written = debug[closure] else { continue }
            XCTAssertEqual(place, written, closure)
        }
        // The optimizer may merge a closure with others, and then its line is unknown.
        let known = optimised.filter { $0.value != nil && debug[$0.key] == $0.value }
        XCTAssertGreaterThanOrEqual(known.count, Self.fewestKnown)
    }

    func testWhatLooksAlikeAndKeepsNothingIsClean() throws {
        for path in [Self.debug, Self.release].compactMap(\.self) {
            let report = try Run(path: path, ["--clean"]).report()
            XCTAssertTrue(report.hasPrefix("✓ No leaks. 46 objects tracked.\n"), report)
        }
    }
}

/// Of each leak in a report its path and its hint, by the name of what leaked.
private struct HolderTable {
    private struct Row {
        let name: String
        let path: [String]
        let hint: String
    }

    private let rows: [Row]

    init(of report: String) {
        let findings = report.components(separatedBy: "\n┬─── ").dropFirst()
        rows = findings.map { finding in
            let sections = finding.components(separatedBy: "\n│\n").map {
                $0.components(separatedBy: "\n").filter { !$0.contains("~~~") }
            }
            func section(_ titles: String...) -> [String] {
                sections.filter { section in
                    titles.contains { section[0].hasPrefix("├─ \($0)") }
                }
                .flatMap(\.self)
            }
            let text = { (line: String) in String(line.drop { "├─│ ".contains($0) }) }
            return Row(
                name: text(sections[1][0]).components(separatedBy: " is still").first ?? "",
                path: section("kept", "keeps", "also").map(text).filter {
                    !$0.hasPrefix("it alone")
                },
                hint: section("hint").map(text).filter { !$0.hasPrefix("fix: ") }
                    .joined(separator: " "))
        }.sorted { $0.name < $1.name }
    }

    var text: String {
        rows.map { row in
            ([row.name] + row.path.map { "  \($0)" }
                + [row.hint].filter { !$0.isEmpty }.map { "  \($0)" })
                .joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    /// The file and the line of each closure and function that captures something, by its name.
    var closures: [String: String?] {
        let lines = rows.flatMap(\.path).filter { $0.contains(" captures ") }
        return Dictionary(
            lines.map { line in
                let parts = line.components(separatedBy: " captures ")[0]
                    .components(separatedBy: " at ")
                return (parts[0], parts.count > 1 ? parts[1] : nil)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// By what kind of holder each is kept and through how many, without functions' names and places.
    var holders: [String] {
        rows.map { row in
            let path = row.path.map { line in
                line.contains(" captures ") ? "a function captures" : line
            }
            return "\(row.name): \(path.joined(separator: " "))"
        }
    }
}
