// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

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
    ) throws(GateError) -> [Suppression] {
        try value.items("suppressions").map { (item) throws(GateError) in
            try Suppression(item, by: facts)
        }
    }

    private init(_ item: SettingsNode, by facts: [String]) throws(GateError) {
        let what = "a suppression"
        var (fingerprint, reason, type, rule): (String?, String?, String?, String?)
        var expires: CalendarDay?
        var kind: FindingKind?
        var ribPath: RIBPathPattern?
        var path: FilePattern?
        for (key, _, value) in try item.entries(what, keys: Self.keys(facts)) {
            switch key {
            case "fingerprint": fingerprint = try Self.fingerprint(value)
            case "reason": reason = try value.text("reason")
            case "expires": expires = try Self.day(value)
            case "kind": kind = try Self.kind(value)
            case "rib-path": ribPath = try value.pattern("rib-path", RIBPathPattern.init)
            case "rule": rule = try value.text("rule")
            case "path": path = try value.pattern("path", FilePattern.init)
            default: type = try value.text("type")
            }
        }
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
        let hasFacts = kind != nil || ribPath != nil || rule != nil || path != nil || type != nil
        let first = facts.dropLast().joined(separator: ", ")
        guard fingerprint == nil || !hasFacts else {
            throw item.error("a fingerprint is enough; remove \(first) and \(facts.last ?? "")")
        }
        guard fingerprint != nil || hasFacts else {
            throw item.error(
                "\(what) needs a fingerprint, or a \(first) or \(facts.last ?? "")")
        }
        self.init(
            pattern: fingerprint.map(Pattern.fingerprint) ?? pattern, reason: reason,
            expires: expires, place: item.place)
    }

    private static func fingerprint(_ value: SettingsNode) throws(GateError) -> String {
        let text = try value.text("fingerprint")
        guard KnownFinding.isFingerprint(text) else {
            throw value.error("fingerprint must be the 16 hexadecimal digits that report prints")
        }
        return text
    }

    private static func kind(_ value: SettingsNode) throws(GateError) -> FindingKind {
        let text = try value.text("kind")
        if let kind = FindingKind(rawValue: text) { return kind }
        throw value.unknown(text, "kind", in: "a suppression", FindingKind.allCases.map(\.rawValue))
    }

    private static func day(_ value: SettingsNode) throws(GateError) -> CalendarDay {
        if let day = CalendarDay(try value.text("expires")) { return day }
        throw value.error("expires must be a valid date, as YYYY-MM-DD")
    }
}
