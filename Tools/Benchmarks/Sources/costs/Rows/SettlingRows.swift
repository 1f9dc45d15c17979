import Foundation
import Workloads

/// What it costs to judge very many RIBs that were detached and are still held, in processor time
/// of all threads: at their deadline, as in an app, and by `settle()`, as after a scripted session.
/// Without the search for what holds them, which has a limit and rows of its own.
enum SettlingRows {
    private static let turns = 5
    private static let detaches = 100_000
    /// Nanoseconds.
    private static let limit = 50e6

    static func measure() throws -> [Row] {
        [
            try row("pass their deadline", "pass-deadline"),
            try row("are settled", "settle"),
        ]
    }

    private static func row(_ what: String, _ work: String) throws -> Row {
        let taken = try (0..<turns).map { _ in
            let runs = FileManager.default.temporaryDirectory
                .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: runs) }
            return try Command.numbers(
                of: "repeat-work", [work, "\(detaches)"], count: 1,
                environment: [
                    "RIBLEAK_LEVEL": "full", "RIBLEAK_TRACE_DIR": runs, "RIBLEAK_SEARCH_LIMIT": "0",
                ])[0]
        }.median
        return Row(
            what: "\(detaches) detached RIBs \(what)", ours: taken.asTime,
            peer: "\(limit.asTime) allowed", ratio: taken / limit, limit: 1)
    }
}
