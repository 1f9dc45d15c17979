// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The cycle of a RIB at level `sampled`, beside the other levels.
///
/// All levels take turns in one run, each in a process of its own.
enum SampledRows {
    private static let turns = 15

    /// What the environment says of one process.
    private struct Setting {
        let what: String
        let environment: [String: String]
    }

    private static let off = Setting(what: "off", environment: ["RIBLEAK_LEVEL": "off"])
    private static let counts = Setting(what: "counts", environment: ["RIBLEAK_LEVEL": "counts"])
    private static let full = Setting(what: "full", environment: ["RIBLEAK_LEVEL": "full"])

    private static let notChosen = sampled(
        "a process that is not chosen", ["RIBLEAK_SAMPLE_PROCESSES": "1000000"])
    private static let spent = sampled("its budget is spent", ["RIBLEAK_SAMPLE_MS": "1"])
    private static let noRIBs = sampled("no RIB is chosen", ["RIBLEAK_SAMPLE_RIBS": "0"])
    private static let quarter = sampled(
        "a quarter of the RIBs is chosen, within the budget",
        ["RIBLEAK_SAMPLE_RIBS": "25", "RIBLEAK_SAMPLE_MS": "600000"])
    private static let all = sampled(
        "all RIBs are chosen, within the budget", ["RIBLEAK_SAMPLE_MS": "600000"])

    private static func sampled(_ what: String, _ environment: [String: String]) -> Setting {
        Setting(
            what: "`sampled`, \(what)",
            environment: environment.merging(["RIBLEAK_LEVEL": "sampled"]) { first, _ in first })
    }

    static func measure() throws -> [Row] {
        let limits = try limits()
        let settings = [off, counts, full, notChosen, spent, noRIBs, quarter, all]
        var found: [String: [Double]] = [:]
        for _ in 0..<turns {
            for setting in settings { found[setting.what, default: []].append(try cycle(setting)) }
        }
        func row(_ ours: Setting, besides peer: Setting, _ name: String, limit: Double?) -> Row {
            let pair = Pair(Array(zip(found[ours.what] ?? [], found[peer.what] ?? [])))
            return Row(
                what: "a RIB's cycle with a subscription, \(name); level `\(peer.what)`",
                ours: pair.ours.asTime, peer: pair.peer.asTime, ratio: pair.ratio, limit: limit)
        }
        return [
            row(counts, besides: off, "level `counts`", limit: nil),
            row(full, besides: off, "level `full`", limit: nil),
            row(notChosen, besides: off, notChosen.what, limit: limits["notChosen"]),
            row(spent, besides: counts, spent.what, limit: limits["spent"]),
            row(noRIBs, besides: counts, noRIBs.what, limit: limits["noRIBs"]),
            row(quarter, besides: counts, quarter.what, limit: nil),
            row(all, besides: full, all.what, limit: limits["allRIBs"]),
        ]
    }

    /// The allowed ratios of `Reports/thresholds.json`.
    private static func limits() throws -> [String: Double] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "Reports/thresholds.json"))
        let all = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return all?["sampledCycle"] as? [String: Double] ?? [:]
    }

    /// Nanoseconds.
    private static func cycle(_ setting: Setting) throws -> Double {
        try Command.numbers(
            of: "repeat-work", ["cycle-costs", "0", "0"], count: 3,
            environment: setting.environment)[0]
    }
}
