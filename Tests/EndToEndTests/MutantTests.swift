// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing
import TraceFixtures

/// Each command ends on any damaged trace, within 2 s of processor time and 256 MB.
///
/// `RIBLEAK_MUTANTS` sets how many mutants to try and `RIBLEAK_FIRST_MUTANT` the first one's number.
/// Mutants on which a command fails are kept in the folder `RIBLEAK_KEPT_MUTANTS`.
@Suite struct MutantTests {
    private static let count =
        number("RIBLEAK_MUTANTS") ?? (number("RIBLEAK_NIGHTLY") == 1 ? 5_000 : 20)
    private static let first = number("RIBLEAK_FIRST_MUTANT") ?? 1

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    /// All of a report, in every format.
    private static let report =
        ["report"]
        + ["json", "html", "markdown", "github", "gitlab", "sarif", "junit", "xcode", "speedscope"]
        .flatMap {
            ["--output", "\($0):report.\($0)"]
        } + ["--format", "text", "--limit", "0", "--width", "60"]

    /// Of these, two are run on each mutant.
    private static let others: [[String]] = [
        ["tree"], ["tree", "--format", "json", "--at", "1ms"], ["tree", "--format", "mermaid"],
        ["subscriptions"], ["subscriptions", "--format", "json", "--rib", "Root"],
        ["explain", "object:2"], ["explain", "subscription:3"], ["explain", "0"], ["recover"],
        ["digest"],
        ["gate", "--max-leaks", "1"],
        ["baseline", "write", "--allow-doubtful", "--output", "b.json"],
        ["export", "--format", "chrome-trace", "--output", "t.json"],
        ["export", "--format", "ndjson"], ["history", "import", "--database", "h.sqlite"],
    ]

    @Test func everyCommandEndsOnMutants() async throws {
        let traces = try goodTraces()
        let costs = await withTaskGroup(of: Costs.self) { group in
            for worker in 0..<2 {
                group.addTask {
                    let seeds = stride(
                        from: Self.first + worker, to: Self.first + Self.count, by: 2)
                    return seeds.reduce(into: Costs()) { $0.add(Self.run(UInt64($1), of: traces)) }
                }
            }
            return await group.reduce(into: Costs()) { $0.add($1) }
        }
        print(costs.line)
    }

    /// What a run took, at most.
    private struct Costs {
        var mutants = 0
        var seconds = 0.0
        /// Which took as long.
        var slowest = ""
        var megabytes = 0

        mutating func add(_ other: Costs) {
            mutants += other.mutants
            if other.seconds > seconds { (seconds, slowest) = (other.seconds, other.slowest) }
            megabytes = max(megabytes, other.megabytes)
        }

        var line: String {
            let seconds = String(format: "%.2f", seconds)
            return "\(mutants) mutants: at most \(seconds) s (\(slowest)) and \(megabytes) MB"
        }
    }

    private func goodTraces() throws -> [[TraceEvent]] {
        let shapes = try HostileShape.allCases.map { shape in
            let trace = try shape.trace(12)
            return try withExtendedLifetime(trace) { try TraceMutant.events(of: trace.folder) }
        }
        let demo = try DemoSession(leaks: ["strong-listener", "timer", "uncancelled-subscription"])
        let runs = try FileManager.default.subpathsOfDirectory(atPath: demo.runs.path)
        let real = try runs.filter { $0.hasSuffix("/metadata") }.map {
            try TraceMutant.events(of: demo.runs.file(String($0.dropLast("/metadata".count))))
        }
        return shapes + real
    }

    /// Puts a mutant where it can be looked at.
    private static func keep(_ folder: String, _ seed: UInt64) throws {
        guard let place = ProcessInfo.processInfo.environment["RIBLEAK_KEPT_MUTANTS"] else {
            return
        }
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder, toPath: "\(place)/\(seed)")
    }

    private static func run(_ seed: UInt64, of traces: [[TraceEvent]]) -> Costs {
        var costs = Costs(mutants: 1)
        do {
            let folder = try TemporaryFolder()
            let mutant = try TraceMutant(seed: seed, of: traces, in: folder.file("app-77"))
            let next = Int(seed)
            for command in [report] + [0, 5].map({ others[(next + $0) % others.count] }) {
                let run = try LimitedProcess(
                    Nightly.command, command + ["app-77"], in: folder.path, .init(seconds: 2))
                if run.wasKilled {
                    try keep(folder.path, seed)
                    Issue.record(
                        """
                        mutant \(seed): ribleak \(command.joined(separator: " ")) ended with \(run.code) \
                        after \(run.processorTime) s; changed: \(mutant.changes)
                        """)
                }
                costs.add(
                    Costs(
                        seconds: run.processorTime, slowest: "\(seed), \(command[0])",
                        megabytes: run.peakMegabytes))
            }
        } catch {
            Issue.record("mutant \(seed): \(error)")
        }
        return costs
    }
}
