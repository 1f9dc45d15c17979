// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

extension GateSettings {
    /// The version of the settings. It goes up when a key changes its meaning or goes away.
    static let version = 1

    static let keys = [
        "version", "budgets", "suppressions", "library-leaks", "baseline", "allow-empty",
        "allow-growth",
    ]
    static let suppressionKeys = [
        "fingerprint", "kind", "rib-path", "type", "reason", "expires",
    ]

    /// Reads settings.
    ///
    /// - Parameters:
    ///   - yaml: The text of the file.
    ///   - file: Its path, for errors. The baseline's path is relative to its folder.
    /// - Throws: `GateError` for the first mistake, with its line.
    init(yaml: String, file: String) throws(GateError) {
        var settings = GateSettings()
        try SettingsText.read(yaml, file: file) { (root) throws(GateError) in
            for (key, value) in try root.entries("the settings", keys: Self.keys) {
                switch key.name {
                case "version": try Self.checkVersion(value)
                case "budgets": settings.budgets = try Self.budgets(value)
                case "suppressions":
                    settings.suppressions = []
                    for item in try value.items("suppressions") {
                        settings.suppressions.append(try Self.suppression(item))
                    }
                case "library-leaks": settings.libraryLeaks = try LibraryLeakSetting.list(value)
                case "baseline":
                    settings.baseline = Self.path(try value.text("baseline"), besides: file)
                case "allow-growth": settings.allowsGrowth = try value.flag("allow-growth")
                default: settings.allowsEmpty = try value.flag("allow-empty")
                }
            }
        }
        self = settings
    }

    private static func checkVersion(_ value: SettingsNode) throws(GateError) {
        let found = try value.count("version")
        guard found > version else {
            if found == version { return }
            throw value.error("there is no version \(found); write version: \(version)")
        }
        throw value.error(
            "is of version \(found), and this ribleak reads version \(version); update ribleak")
    }

    private static func path(_ path: String, besides file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return String(file[...slash]) + path
    }

    // MARK: - Budgets

    private static func budgets(_ value: SettingsNode) throws(GateError) -> Budgets {
        var paths: [Budgets.Path] = []
        var limits = LimitReader()
        for (key, value) in try value.entries("budgets", keys: BudgetSubject.names + ["paths"]) {
            if key.name == "paths" {
                for item in try value.items("paths") { paths.append(try pathBudget(item)) }
            } else {
                try limits.add(key, value)
            }
        }
        return Budgets(limits.limits, paths: paths)
    }

    private static func pathBudget(_ item: SettingsNode) throws(GateError) -> Budgets.Path {
        let what = "an entry of paths"
        var pattern: RIBPathPattern?
        var limits = LimitReader()
        for (key, value) in try item.entries(what, keys: ["rib-path"] + BudgetSubject.names) {
            if key.name == "rib-path" {
                pattern = try Self.pattern(value)
            } else {
                try limits.add(key, value)
            }
        }
        guard let pattern else { throw item.error("\(what) needs a rib-path") }
        guard !limits.limits.isEmpty else {
            throw item.error("\(what) needs a limit, such as leaks: 0")
        }
        return Budgets.Path(pattern: pattern, limits: limits.limits)
    }

    private static func pattern(_ value: SettingsNode) throws(GateError) -> RIBPathPattern {
        do {
            return try RIBPathPattern(try value.text("rib-path"))
        } catch let error as RIBPathPattern.Malformed {
            throw value.error("rib-path \(error.explanation)")
        } catch let error as GateError {
            throw error
        } catch {
            throw value.error("rib-path is not a valid pattern")
        }
    }

    // MARK: - Suppressions

    private static func suppression(_ item: SettingsNode) throws(GateError) -> Suppression {
        let what = "a suppression"
        var (fingerprint, type, reason): (String?, String?, String?)
        var kind: FindingKind?
        var ribPath: RIBPathPattern?
        var expires: CalendarDay?
        for (key, value) in try item.entries(what, keys: suppressionKeys) {
            switch key.name {
            case "fingerprint": fingerprint = try Self.fingerprint(value)
            case "kind": kind = try Self.kind(value)
            case "rib-path": ribPath = try pattern(value)
            case "type": type = try value.text("type")
            case "reason": reason = try value.text("reason")
            default: expires = try day(value)
            }
        }
        guard let reason else {
            throw item.error("\(what) needs a reason; say why this may stay for now")
        }
        guard let expires else {
            throw item.error(
                "\(what) needs the day it expires; write one, such as expires: 2026-12-31")
        }
        let hasFacts = kind != nil || ribPath != nil || type != nil
        guard fingerprint == nil || !hasFacts else {
            throw item.error("a fingerprint is enough; remove kind, rib-path and type")
        }
        guard fingerprint != nil || hasFacts else {
            throw item.error("\(what) needs a fingerprint, or a kind, rib-path or type")
        }
        return Suppression(
            pattern: fingerprint.map { .fingerprint($0) }
                ?? .facts(kind: kind, ribPath: ribPath, type: type),
            reason: reason, expires: expires, place: item.place)
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

/// Collects limits and rejects a second limit for the same subject.
private struct LimitReader {
    private(set) var limits: [BudgetSubject: Int] = [:]

    mutating func add(_ key: SettingsNode.Key, _ value: SettingsNode) throws(GateError) {
        guard let subject = BudgetSubject(key.name) else { return }
        guard limits[subject] == nil else {
            throw key.node.error("\(key.name) is another name of \(subject.name); give one of them")
        }
        limits[subject] = try value.count(key.name)
    }
}
