// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// One session of the demo app, recorded in its own folder.
struct DemoSession: Sendable {
    let runs: TemporaryFolder
    let process: FinishedProcess

    init(
        leaks: [String] = [], options: [String] = [], environment: [String: String] = [:]
    ) throws {
        runs = try TemporaryFolder()
        // The result must not depend on how busy the machine is.
        let settings = [
            "RIBLEAK_TRACE_DIR": runs.file("runs"), "RIBLEAK_SEARCH_LIMIT": "60000",
        ].merging(environment) { $1 }
        process = try FinishedProcess(
            "ribleak-demo", leaks.flatMap { ["--leak", $0] } + options, environment: settings)
    }

    /// The report on it, read from the package's root so that files are relative to that.
    func report(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess(
            "ribleak", ["report", runs.file("runs")] + arguments, in: BuiltProducts.packageRoot)
    }

    func gate(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess("ribleak", ["gate", runs.file("runs")] + arguments)
    }

    /// The JSON report's findings, in its order.
    func findings() throws -> [DemoFinding] {
        let report = try report("--format", "json")
        return try JSONDecoder().decode(DemoReport.self, from: Data(report.output.utf8)).findings
    }
}

/// What the tests read of a JSON report.
struct DemoReport: Decodable {
    let findings: [DemoFinding]
}

/// What the tests read of a finding in a JSON report.
struct DemoFinding: Decodable, Equatable, CustomStringConvertible {
    struct Victim: Decodable, Equatable {
        let type: String
    }

    struct Step: Decodable, Equatable {
        let holder: String
        let label: String
    }

    let kind: String
    let ribPath: String
    let type: String
    let count: Int
    let victims: [Victim]
    let retainPath: [Step]?
    let suspect: Int?

    var suspectEdge: String? {
        suspect.flatMap { index in retainPath.map { "\($0[index].holder) \($0[index].label)" } }
    }

    var description: String {
        let dragged = victims.map(\.type).sorted().joined(separator: ", ")
        return "\(kind) \(type) at \(ribPath), \(count)×"
            + (dragged.isEmpty ? "" : ", dragging \(dragged)")
    }
}
