// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

extension Suppression {
    /// What the suppressions of a list are about, which decides their keys.
    enum Subject {
        case run
        case sources

        var keys: [String] { ["fingerprint"] + factKeys + ["reason", "expires"] }

        fileprivate var factKeys: [String] {
            switch self {
            case .run: ["kind", "rib-path", "type"]
            case .sources: ["rule", "path", "type"]
            }
        }
    }

    /// Reads the suppressions of a list.
    static func list(
        _ value: SettingsNode, of subject: Subject
    ) throws(GateError) -> [Suppression] {
        var list: [Suppression] = []
        for item in try value.items("suppressions") {
            list.append(try Suppression(item, of: subject))
        }
        return list
    }

    private init(_ item: SettingsNode, of subject: Subject) throws(GateError) {
        let what = "a suppression"
        var (fingerprint, reason): (String?, String?)
        var expires: CalendarDay?
        var facts = Facts()
        for (key, value) in try item.entries(what, keys: subject.keys) {
            switch key.name {
            case "fingerprint": fingerprint = try Self.fingerprint(value)
            case "reason": reason = try value.text("reason")
            case "expires": expires = try Self.day(value)
            default: try facts.add(key.name, value)
            }
        }
        guard let reason else {
            throw item.error("\(what) needs a reason; say why this may stay for now")
        }
        guard let expires else {
            throw item.error(
                "\(what) needs the day it expires; write one, such as expires: 2026-12-31")
        }
        let pattern = facts.pattern(of: subject)
        let keys = subject.factKeys
        guard fingerprint == nil || pattern == nil else {
            throw item.error(
                "a fingerprint is enough; remove \(keys.dropLast().joined(separator: ", ")) "
                    + "and \(keys.last ?? "")")
        }
        guard let pattern = fingerprint.map(Pattern.fingerprint) ?? pattern else {
            throw item.error(
                "\(what) needs a fingerprint, or a \(keys.dropLast().joined(separator: ", ")) "
                    + "or \(keys.last ?? "")")
        }
        self.init(pattern: pattern, reason: reason, expires: expires, place: item.place)
    }

    /// The facts that a suppression names in place of a fingerprint.
    private struct Facts {
        private var (type, rule): (String?, String?)
        private var kind: FindingKind?
        private var ribPath: RIBPathPattern?
        private var path: FilePattern?

        mutating func add(_ key: String, _ value: SettingsNode) throws(GateError) {
            switch key {
            case "kind": kind = try Suppression.kind(value)
            case "rib-path": ribPath = try value.pattern("rib-path", RIBPathPattern.init)
            case "rule": rule = try value.text("rule")
            case "path": path = try value.pattern("path", FilePattern.init)
            default: type = try value.text("type")
            }
        }

        /// Nil when there are none.
        func pattern(of subject: Subject) -> Pattern? {
            switch subject {
            case .run:
                kind == nil && ribPath == nil && type == nil
                    ? nil : .facts(kind: kind, ribPath: ribPath, type: type)
            case .sources:
                rule == nil && path == nil && type == nil
                    ? nil : .source(rule: rule, path: path, type: type)
            }
        }
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
