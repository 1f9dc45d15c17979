// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// The folder of a project in which the gate's commands run.
struct GateProject {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.file(name))
    }

    /// The names of all that lies in it.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// Runs the command in the folder, with none of the variables that the tests themselves may have.
    func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> FinishedProcess
    {
        let none = [
            "RIBLEAK_LEVEL", "RIBLEAK_CONFIG", "RIBLEAK_BASELINE", "RIBLEAK_MAX_LEAKS",
            "RIBLEAK_MAX_INACTIVE_FIRES", "RIBLEAK_ALLOW_EMPTY", "RIBLEAK_HISTORY",
            "GITHUB_BASE_REF", "GITHUB_STEP_SUMMARY", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
        ]
        let clean = Dictionary(uniqueKeysWithValues: none.map { ($0, "") })
        return try FinishedProcess(
            "ribleak", arguments,
            environment: clean.merging(["RIBLEAK_TRACE_DIR": ""]) { $1 }.merging(environment) {
                $1
            },
            in: folder.path)
    }

    /// A trace in which these RIBs leak and these others do not.
    static func trace(leaking names: [String], clean others: [String] = []) throws -> TraceBuilder {
        let trace = try TraceBuilder()
        let root = trace.rib("Root")
        trace.launch(root)
        let ribs = names.map { trace.rib($0) }
        for rib in ribs {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
        }
        for rib in others.map({ trace.rib($0) }) {
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            trace.destroy(rib.router, rib.interactor, rib.view)
        }
        trace.settle(alive: ribs.flatMap(\.parts))
        trace.finish()
        return trace
    }

    /// A trace of a process that was killed.
    static func unsettledTrace() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.finish()
        return trace
    }

    /// A trace of a process that made no RIB.
    static func emptyTrace() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        trace.settle()
        trace.finish()
        return trace
    }
}
