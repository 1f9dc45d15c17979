// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Each way to hold an object, in `Tests/heap-shapes`, with the exact words of its path.
///
/// `RIBLEAK_UPDATE_GOLDENS=1 swift test --filter HeapShapeTests` writes them anew, and fails.
@Suite struct HeapShapeTests {
    private static let expected = "\(BuiltProducts.packageRoot)/Tests/heap-shapes/expected.txt"

    @Test func eachShapesPathHasTheDevelopersNames() throws {
        let process = try FinishedProcess("heap-shapes", [])
        #expect(process.errors == "")
        if ProcessInfo.processInfo.environment["RIBLEAK_UPDATE_GOLDENS"] != nil {
            try process.output.write(toFile: Self.expected, atomically: true, encoding: .utf8)
            Issue.record("heap-shapes/expected.txt was written anew: read the change")
        }
        try expectTable(process.output)
    }

    /// `Tools/test` builds it so; by itself `swift test` has only one configuration.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["RIBLEAK_RELEASE_PRODUCTS"] != nil))
    func theOptimiserChangesNoPath() throws {
        let folder = try #require(
            ProcessInfo.processInfo.environment["RIBLEAK_RELEASE_PRODUCTS"])
        let process = try FinishedProcess(path: "\(folder)/heap-shapes", [])
        #expect(process.errors == "")
        try expectTable(process.output)
    }

    @Test func workForLaterIsFoundWhereNoTypeDescribesIt() throws {
        let process = try FinishedProcess("heap-shapes", ["--inferred"])
        #expect(
            process.output == """
                inferred, asyncAfter: queue: a dispatch queue (inferred) → {} captures Child → Child
                inferred, a work item: queue: a dispatch queue (inferred) → {} captures Child → Child
                inferred, a task that waits: task: a task (inferred) → {} captures Child → Child
                inferred, asyncAfter, beside a task with its address: queue: a dispatch queue (inferred) → {} captures Child → Child
                inferred, an observer: global: NotificationCenter (inferred) → {} captures Child → Child

                """)
    }

    @Test func eachOfAllAtOnceIsExplainedAsByItself() throws {
        let process = try FinishedProcess("heap-shapes", ["--zoo"])
        #expect(process.output == "249 of 249 are explained\n")
    }

    /// Ten times in a row: `swift run heap-shapes --under-load 10`.
    @Test func busyLoopsBesideChangeNoPath() throws {
        let process = try FinishedProcess("heap-shapes", ["--under-load", "1"])
        let lines =
            try String(contentsOfFile: Self.expected, encoding: .utf8)
            .split(separator: "\n").count + 5
        #expect(process.output == "1 of 1 tables of \(lines) lines under load are those without\n")
    }

    @Test func otherThreadsMayChangeWhatIsSearched() throws {
        let process = try FinishedProcess("heap-shapes", ["--beside-changes", "20"])
        #expect(process.output == "20 of 20 searches found what does not change\n")
        #expect(process.code == 0)
    }

    private func expectTable(_ output: String) throws {
        let expected = try String(contentsOfFile: Self.expected, encoding: .utf8)
        let wanted = expected.split(separator: "\n")
        let found = output.split(separator: "\n")
        for (wanted, found) in zip(wanted, found) { #expect(found == wanted) }
        #expect(found.count == wanted.count)
    }
}
