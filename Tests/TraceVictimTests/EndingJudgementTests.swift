// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import Testing
import TraceFixtures

/// The report of a process for each way in which it may end: what was judged, and the caveats about
/// the rest.
@Suite struct EndingJudgementTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let ending: String
        /// The status that the process ends with, or the signal that ends it.
        let status: Int32
        /// The leaks that are found, without `Interactor`.
        let leaks: [String]
        let caveat: CaveatKind?

        var testDescription: String { ending }
    }

    /// A process that exits by itself judges all that the main queue had its chance to free; of another one
    /// what was past its deadline is known.
    static let rows: [Row] = [
        Row(ending: "exit", status: 0, leaks: ["Due", "Served"], caveat: .objectsUnjudged),
        Row(ending: "main", status: 0, leaks: ["Due", "Served"], caveat: .objectsUnjudged),
        Row(
            ending: "exit-in-activation", status: 0, leaks: ["Due", "Served"],
            caveat: .objectsUnjudged),
        Row(
            ending: "exit-in-detach", status: 0, leaks: ["Due", "Served"], caveat: .objectsUnjudged),
        Row(ending: "exits", status: 0, leaks: ["Due", "Served"], caveat: .objectsUnjudged),
        Row(
            ending: "dispatch-main", status: 0, leaks: ["Due", "Served"], caveat: nil),
        Row(ending: "thread-end", status: 0, leaks: ["Due", "Served"], caveat: .objectsUnjudged),
        Row(ending: "_exit", status: 0, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "exec", status: 0, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "abort", status: SIGABRT, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "trap", status: SIGILL, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "SIGTERM", status: SIGTERM, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "exception", status: SIGABRT, leaks: ["Due"], caveat: .neverSettled),
        Row(ending: "stack-overflow", status: SIGSEGV, leaks: ["Due"], caveat: .neverSettled),
    ]

    @Test(arguments: rows) func whatWasDueIsInTheReport(row: Row) throws {
        let victim = try FinishedVictim("leak-and-end", [row.ending])
        #expect(victim.process.code == row.status, "\(victim.process.errors)")

        let report = try Analysis.report(on: [victim.trace()], symbolizer: NoSymbols())
        #expect(report.findings.map(\.type).sorted() == row.leaks.map { "\($0)Interactor" })
        #expect(
            report.caveats.filter(\.kind.isDoubt).map(\.kind) == [row.caveat].compactMap(\.self))
    }
}
