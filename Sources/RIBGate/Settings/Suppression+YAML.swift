// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

extension Suppression {
    /// The keys of a suppression of a run's findings that say what it is about.
    static let factsOfRuns = ["kind", "rib-path", "type"]
    /// The same of a suppression of mistakes in sources.
    static let factsOfSources = ["rule", "path", "type"]

    /// The keys of a suppression.
    ///
    /// - Parameter facts: Those that say what it is about.
    static func keys(_ facts: [String]) -> [String] {
        ["fingerprint"] + facts + ["reason", "expires"]
    }

    /// Reads the suppressions of a list.
    static func list(
        _ value: SettingsNode, by facts: [String]
    ) throws(UserError) -> [Suppression] {
        try value.items("a suppression").map { (item) throws(UserError) in
            try Suppression(item, by: facts)
        }
    }

    private init(_ item: SettingsNode, by facts: [String]) throws(UserError) {
        let what = item.name
        let values = try item.members(Self.keys(facts))
        let fingerprint = try values["fingerprint"]?.text(
            "the 16 hexadecimal digits that report prints"
        ) { KnownFinding.isFingerprint($0) ? $0 : nil }
        let kind = try values["kind"]?.choice(of: FindingKind.allCases, "kind", in: what)
        let ribPath = try values["rib-path"]?.pattern(RIBPathPattern.init)
        let rule = try values["rule"]?.text()
        let path = try values["path"]?.pattern(FilePattern.init)
        let type = try values["type"]?.text()
        let reason = try values["reason"]?.text()
        let expires = try values["expires"]?.text("a valid date, as YYYY-MM-DD", CalendarDay.init)
        guard let reason else {
            throw item.error("\(what) needs a reason; say why this may stay for now")
        }
        guard let expires else {
            throw item.error(
                "\(what) needs the day it expires; write one, such as expires: 2026-12-31")
        }
        let pattern: Pattern =
            facts == Self.factsOfRuns
            ? .facts(kind: kind, ribPath: ribPath, type: type)
            : .source(rule: rule, path: path?.description, type: type)
        let hasFacts = facts.contains { values[$0] != nil }
        let first = facts.dropLast().joined(separator: ", ")
        guard (fingerprint == nil) == hasFacts else {
            throw item.error(
                hasFacts
                    ? "a fingerprint is enough; remove \(first) and \(facts.last ?? "")"
                    : "\(what) needs a fingerprint, or a \(first) or \(facts.last ?? "")")
        }
        self.init(
            pattern: fingerprint.map(Pattern.fingerprint) ?? pattern, reason: reason,
            expires: expires, place: item.place)
    }
}
