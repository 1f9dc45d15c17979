// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBLeakTesting
import Testing
import XCTest

/// The rows that are played in a process of their own for each framework, where `VerdictTableTests` and
/// `Tools/nightly` ask for it, and that no other run of these tests plays.
enum VerdictTable {
    static var rows: [LeakShape] {
        let chosen: Set = [
            "an observer of the notification center", "a task",
            "a view and a presenter that hold each other",
            "a router in a property and its interactor in another",
            "a router in a bag's closure, in an array and in a property, and a cycle",
        ]
        return LeakShape.everyday
            + (LeakShape.cycles + LeakShape.closures + LeakShape.several).filter {
                chosen.contains($0.name)
            }
    }

    /// How often the careful variants are played. Nil where nobody asked for the table.
    static let turns = ProcessInfo.processInfo.environment["RIBLEAK_VERDICT_TURNS"].flatMap(
        Int.init)

    /// The name of the row that is played with its mistake first, or `all`.
    private static let mistakes = ProcessInfo.processInfo.environment["RIBLEAK_VERDICT_MISTAKES"]

    /// What to play, in this order.
    static var plays: [(row: LeakShape, isMended: Bool)] {
        let rows = rows
        return rows.filter { mistakes == "all" || mistakes == $0.name }.map { ($0, false) }
            + (0..<(turns ?? 0)).flatMap { _ in rows.map { ($0, true) } }
    }
}

/// Prints what a part of a RIB does, and when it is freed, while the table is played.
final class PlayLog {
    /// The number of the row that is played. Safe: the rows are played on the main thread.
    nonisolated(unsafe) static var row = 0

    private let part: String
    private let row = PlayLog.row

    init(_ part: String) { self.part = part }

    deinit { say("freed") }

    func say(_ what: String) {
        if VerdictTable.turns != nil { print("row \(row): \(part) \(what)") }
    }
}

final class PlayedTableTests: XCTestCase {
    func testTable() throws {
        guard VerdictTable.turns != nil else { throw XCTSkip("nobody asked for the table") }
        for (row, isMended) in VerdictTable.plays {
            PlayLog.row += 1
            let run = LeakShapeRun(isMended: isMended)
            for finding in findLeaks({ row.play(run) }) where finding.libraryLeak == nil {
                print("verdict: \(finding.fingerprint) \(row.name)")
            }
            run.cleanUp()
        }
    }
}

@Suite(.enabled(if: VerdictTable.turns != nil)) struct PlayedTableSuite {
    @MainActor @Test func table() async throws {
        let test = try #require(Test.current)
        for (row, isMended) in VerdictTable.plays {
            let run = LeakShapeRun(isMended: isMended)
            // Safe: all of it is on the main actor.
            nonisolated(unsafe) let play = { row.play(run) }
            try await LeakDetectionTrait.detectLeaks.provideScope(for: test, testCase: nil) {
                await MainActor.run { play() }
            }
            run.cleanUp()
        }
    }
}
