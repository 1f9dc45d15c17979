// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

/// Compares tests with and without a check for leaks. The unit is processor time of all threads.
/// For tests that leak, the unit is clock time, because waiting is their cost.
enum CheckRows {
    private static let turns = 5
    /// In nanoseconds.
    private static let allowed = 1e6
    private static let allowedWaiting = 150e6

    static func measure() throws -> [Row] {
        try cleanRows() + [leakRow()] + chainRows() + manyRows("clean") + manyRows("keeping")
            + ownerRows()
    }

    private static func cleanRows() throws -> [Row] {
        try [
            ("a clean test", "clean"),
            ("a clean test with a worker and a view that other RIBs use", "shared"),
            ("a clean test that begins work of a service, which lives on and publishes", "service"),
        ].map { what, test in
            let pair = try Pair(
                rounds: turns, ours: { try run([test, "300", "checked"], count: 2)[0] },
                peer: { try run([test, "300", "plain"], count: 2)[0] + allowed })
            return row("\(what), checked; unchecked and \(allowed.asTime)", pair, limit: 1)
        }
    }

    private static func leakRow() throws -> Row {
        let taken = try (0..<turns).map { _ in
            let found = try run(["leak", "10", "checked"], count: 2)
            return (ours: found[1], peer: found[0] + allowedWaiting)
        }
        return row(
            "time of a leaking test; its processor time, nearly all of the search, and "
                + "\(allowedWaiting.asTime)", Pair(taken), limit: 1)
    }

    private static func chainRows() throws -> [Row] {
        try ["full", "off"].map { level in
            let pair = try Pair(
                rounds: turns, ours: { try run(["chain", "2000"], count: 2, level: level)[0] },
                peer: { try 2 * run(["chain", "1000"], count: 2, level: level)[0] })
            return row(
                "a chain of 2000 RIBs detached and freed, level `\(level)`; twice one of 1000",
                pair,
                limit: 1.3)
        }
    }

    /// The costs of finding the owners of subscriptions.
    private static func ownerRows() throws -> [Row] {
        func deactivation(_ count: Int) throws -> Double {
            try run(["deactivation", "\(count)"], count: 2)[0]
        }
        let none = try (0..<turns).map { _ in try deactivation(0) }.sorted()[turns / 2]
        let few = try (0..<turns).map { _ in try deactivation(10) }.sorted()[turns / 2]
        let many = try Pair(
            rounds: turns, ours: { try deactivation(1_000) }, peer: { 10 * (try deactivation(100)) }
        )
        let settling = try Pair(
            rounds: turns, ours: { try run(["settling", "100000"], count: 2)[0] },
            peer: { try run(["settling", "1000"], count: 2)[0] + allowed })
        let value = try Pair(
            rounds: turns, ours: { try run(["value", "1"], count: 2)[0] },
            peer: { try run(["value", "1"], count: 2, searchLimit: "0")[0] })
        return [
            Row(
                what: "a deactivation with 10 live subscriptions of nobody's; with none",
                ours: few.asTime, peer: none.asTime),
            row("a deactivation with 1000 of them; ten times one with 100", many, limit: 1.3),
            row(
                "a test with 200 subscriptions of nobody's ends while 100000 objects of others live; "
                    + "while 1000 do, and \(allowed.asTime)", settling, limit: 1),
            row("a value of a subscription that was made on a tap; unsearched", value, limit: 1.1),
        ]
    }

    private static func manyRows(_ test: String) throws -> [Row] {
        let found = try run(["many", "10000", test], count: 8)
        let what = "of 10000 \(test == "clean" ? "clean tests" : "tests that keep what they made")"
        let pair = Pair([(ours: found[4], peer: found[0])])
        return [
            row("a test of the last thousand \(what); one of the second", pair, limit: 1.25),
            Row(
                what: "memory that one of the last thousand adds; one of the second",
                ours: "\(Int(found[6])) bytes", peer: "\(Int(found[2])) bytes"),
            Row(
                what: "the same, on disk for the trace",
                ours: "\(Int(found[7])) bytes", peer: "\(Int(found[3])) bytes"),
        ]
    }

    private static func row(_ what: String, _ pair: Pair, limit: Double) -> Row {
        Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: limit)
    }

    private static func run(
        _ arguments: [String], count: Int, level: String = "full", searchLimit: String = "2000"
    ) throws -> [Double] {
        let runs = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: runs) }
        return try Command.numbers(
            of: "check-costs", arguments, count: count,
            environment: [
                "RIBLEAK_LEVEL": level, "RIBLEAK_TRACE_DIR": runs,
                "RIBLEAK_SEARCH_LIMIT": searchLimit,
            ])
    }
}

/// The time that single calls of an app take in a debug build, recorded and not. The recorder must not
/// change what it watches.
enum CallRows {
    private static let turns = 5
    /// In nanoseconds.
    private static let allowed = 5e6

    /// - Parameter program: The path of a debug build of Tests/attach-cycles.
    static func measure(_ program: String) throws -> [Row] {
        var taken: [String: [(ours: Double, peer: Double)]] = [:]
        for _ in 0..<turns {
            let (ours, peer) = (try longest(program, "full"), try longest(program, "off"))
            for (call, time) in ours {
                taken[call, default: []].append((time, peer[call, default: 0] + allowed))
            }
        }
        return taken.sorted { $0.key < $1.key }.map { call, times in
            let pair = Pair(times)
            return Row(
                what: "the longest of 50 calls in a debug build, \(call); unrecorded and "
                    + "\(allowed.asTime)",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: 1)
        }
    }

    /// The longest call of each kind.
    private static func longest(_ program: String, _ level: String) throws -> [String: Double] {
        let runs = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: runs) }
        let output = try Command.output(
            of: program, ["calls"],
            environment: ["RIBLEAK_LEVEL": level, "RIBLEAK_TRACE_DIR": runs])
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        var times: [String: Double] = [:]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 3 { times[words[0]] = Double(words[1]) }
        }
        guard !times.isEmpty else { throw Failure("\(program) says nothing") }
        return times
    }
}

/// The processor time of all threads for judging many detached RIBs that are still held. It covers
/// judging at their deadline, as in an app, and with `settle()`, as after a scripted session. It
/// leaves out the search for what holds them, which has its own limit and rows.
enum SettlingRows {
    private static let turns = 5
    private static let detaches = 100_000
    /// In nanoseconds: 5 ms for the 1,000 that an app may detach at once.
    private static let limit = 500e6

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
