// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workloads

/// The cycle of a RIB: it is made, attached, subscribes, is detached and freed.
///
/// Each turn runs one process per level, because a process has one level. Interruptions slow such a
/// long piece of code far more than the short ones it is compared with. So a busy machine raises
/// the ratio and never lowers it.
enum CycleRows {
    private static let turns = 9
    private static let mostTurns = 4 * turns

    /// The largest allowed ratio to the stand-in.
    ///
    /// The aim is 0.2 of the time of the same cycle with uber's RIBs-iOS on RxSwift and its leak
    /// detector. This table does not fetch that code. When both were measured, a ratio of 2.80 was
    /// 0.09 of that time: 2.80 × 0.2 / 0.09.
    private static let limit = 6.2

    static func measure() throws -> [Row] {
        let pairs = try quietTurns()
        let full = pairs.map(\.full)
        let cycle = Pair(full.map { ($0.cycle, $0.plain) })
        let added = Pair(pairs.map { ($0.full.cycle - $0.off.cycle, $0.full.backtrace) })
        return [
            Row(
                what: "a RIB's cycle with a subscription, level `full`; two plain objects with one",
                ours: cycle.ours.asTime, peer: cycle.peer.asTime, ratio: cycle.ratio, limit: limit),
            Row(what: "the same, level `off`", ours: pairs.map(\.off.cycle).median.asTime),
            Row(
                what: "what level `full` adds to a cycle; bare `unw_backtrace`, 25 frames",
                ours: added.ours.asTime, peer: added.peer.asTime, ratio: added.ratio),
            try row("cycle beside 100 siblings; beside 1", siblings: 100),
            try row("cycle beside 10000 siblings; beside 1", siblings: 10_000),
            try row("cycle 100 RIBs deep; 1 deep", depth: 100),
            try row("cycle 10000 RIBs deep; 1 deep", depth: 10_000),
        ]
    }

    private typealias Turn = (full: Costs, off: Costs)

    /// The turns in which plain objects took at most a tenth more than in the fastest turn, at both
    /// levels.
    ///
    /// The machine has phases of some seconds in which the same objects take half as much again.
    /// The difference of two processes means nothing when they fall into different phases. The
    /// plain objects reveal a phase and are not part of the measurement. If too few turns are
    /// quiet, all turns count.
    private static func quietTurns() throws -> [Turn] {
        var all: [Turn] = []
        var quiet: [Turn] = []
        while quiet.count < turns, all.count < mostTurns {
            all.append((try costs(.full), try costs(.off)))
            let slowest = { (turn: Turn) in max(turn.full.plain, turn.off.plain) }
            let fastest = all.map(slowest).min() ?? 0
            quiet = all.filter { slowest($0) <= 1.1 * fastest }
        }
        return quiet.count < turns / 3 ? all : quiet
    }

    /// Compares the cycle beside many RIBs with the cycle beside one, both at level `full`.
    private static func row(_ what: String, siblings: Int = 0, depth: Int = 0) throws -> Row {
        let pair = try Pair(
            rounds: turns, ours: { try costs(.full, siblings: siblings, depth: depth).cycle },
            peer: {
                try costs(.full, siblings: min(siblings, 1), depth: min(depth, 1)).cycle
            })
        return Row(
            what: what, ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio,
            limit: 1.3)
    }

    private struct Costs {
        let cycle: Double
        let plain: Double
        let backtrace: Double
    }

    private enum Level: String {
        case off
        case full
    }

    private static func costs(
        _ level: Level, siblings: Int = 0, depth: Int = 0
    ) throws -> Costs {
        let runs = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: runs) }
        try FreeMemory.back()
        let numbers = try Command.numbers(
            of: "repeat-work", ["cycle-costs", "\(siblings)", "\(depth)"], count: 3,
            environment: ["RIBLEAK_LEVEL": level.rawValue, "RIBLEAK_TRACE_DIR": runs])
        return Costs(cycle: numbers[0], plain: numbers[1], backtrace: numbers[2])
    }
}

/// The memory that the recorder keeps for a living object.
enum MemoryRows {
    /// Bytes. Few objects are detached at a time, and those are watched.
    private static let limits = [200.0, 200, 500]

    static func measure() throws -> [Row] {
        let bytes = try Command.numbers(of: "repeat-work", ["tracked-objects", "100000"], count: 3)
        let names = [
            "object of a base class", "view, which has no base class",
            "detached view, watched until it is freed",
        ]
        return zip(zip(names, bytes), limits).map { measured, limit in
            let (name, bytes) = measured
            return Row(
                what: "memory a live tracked object at level `full`: \(name)",
                ours: String(format: "%.0f bytes", bytes), peer: "\(Int(limit)) bytes allowed",
                ratio: bytes / limit, limit: 1)
        }
    }
}

/// Compares values and subscriptions that are followed with plain ones. Each turn is a process.
enum SubscriptionRows {
    private static let turns = 9

    private typealias Cost = (value: Double, subscription: Double)

    /// Compares the forms that name a subscription's owner with OpenCombine's `sink`.
    static func measureForms() throws -> [Row] {
        let turns = try costs("subscription-costs", count: SubscriptionForm.allCases.count)
        let forms: [(form: SubscriptionForm, name: String)] = [
            (.sinkIn, "sink(in:)"), (.trackedBy, "tracked(by:)"),
            (.cancelOnDeactivate, "cancelOnDeactivate(interactor:)"),
        ]
        return try forms.flatMap { form, name in
            try rows(
                "`\(name)`", "`sink`", turns, place(of: form, in: SubscriptionForm.allCases),
                place(of: .bare, in: SubscriptionForm.allCases), limits: (1.15, 1.5))
        }
    }

    /// Compares `sink` in code that imports RIBs with the stream library's own: followed, and not.
    /// A followed subscription has a stack and an entry in the ledger, which its limit allows for.
    static func measureTracking() throws -> [Row] {
        let all = FollowedWork.Following.allCases
        let turns = try costs("followed-costs", count: all.count)
        let library = try place(of: .library, in: all)
        return try rows(
            "`SubscriptionTracking`", "the library's `sink`", turns, place(of: .on, in: all),
            library, limits: (1.2, 2.5))
            + rows(
                "`SubscriptionTracking` off", "the library's `sink`", turns,
                place(of: .off, in: all), library, limits: (1.05, 1.05))
    }

    private static func rows(
        _ ours: String, _ peer: String, _ turns: [[Cost]], _ our: Int, _ their: Int,
        limits: (value: Double, subscription: Double)
    ) -> [Row] {
        let value = Pair(turns.map { ($0[our].value, $0[their].value) })
        let subscription = Pair(turns.map { ($0[our].subscription, $0[their].subscription) })
        return [
            Row(
                what: "a value through map, filter and a sink with \(ours); \(peer)",
                ours: value.ours.asTime, peer: value.peer.asTime, ratio: value.ratio,
                limit: limits.value),
            Row(
                what: "the same chain made and ended with \(ours); \(peer)",
                ours: subscription.ours.asTime, peer: subscription.peer.asTime,
                ratio: subscription.ratio, limit: limits.subscription),
        ]
    }

    private static func place<Work: Equatable>(of work: Work, in all: [Work]) throws -> Int {
        guard let place = all.firstIndex(of: work) else { throw Failure("\(work) is no work") }
        return place
    }

    private static func costs(_ work: String, count: Int) throws -> [[Cost]] {
        try (0..<turns).map { _ in
            let runs = FileManager.default.temporaryDirectory
                .appendingPathComponent("ribleak-bench-\(UUID().uuidString)").path
            defer { try? FileManager.default.removeItem(atPath: runs) }
            try FreeMemory.back()
            let numbers = try Command.numbers(
                of: "repeat-work", [work], count: 2 * count,
                environment: ["RIBLEAK_LEVEL": "full", "RIBLEAK_TRACE_DIR": runs])
            return stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
        }
    }
}
