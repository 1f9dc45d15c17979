// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

extension GateSettings {
    /// The version of the settings. It goes up when a key changes its meaning or goes away.
    static let version = 1

    static let keys = [
        "version", "budgets", "suppressions", "library-leaks", "baseline", "allow-empty",
        countGrowth, "lint",
    ]
    private static let countGrowth = "count-growth"
    /// The name that `count-growth` had when growth failed by default.
    static let earlierCountGrowth = "allow-growth"

    /// Reads settings.
    ///
    /// - Parameters:
    ///   - yaml: The text of the file.
    ///   - file: Its path, for errors. The baseline's path is relative to its folder.
    /// - Throws: `UserError` for the first mistake, with its line.
    init(yaml: String, file: String) throws(UserError) {
        var settings = GateSettings()
        var saysCountGrowth = false
        try SettingsNode.read(yaml, file: file) { (root) throws(UserError) in
            for (name, key, value) in try root.entries(
                "the settings", keys: Self.keys, also: [Self.earlierCountGrowth])
            {
                switch name {
                case "version": try Self.checkVersion(value)
                case "budgets": settings.budgets = try Self.budgets(value)
                case "suppressions":
                    settings.suppressions = try Suppression.list(value, by: Suppression.factsOfRuns)
                case "library-leaks": settings.libraryLeaks = try LibraryLeakSetting.list(value)
                case "baseline":
                    settings.baseline = Self.path(try value.text("baseline"), besides: file)
                case "lint": settings.lint = try LintSettings(value, named: name)
                case Self.countGrowth, Self.earlierCountGrowth:
                    guard !saysCountGrowth else {
                        throw key.error(
                            "\(Self.earlierCountGrowth) is the earlier name of "
                                + "\(Self.countGrowth); give one of them")
                    }
                    saysCountGrowth = true
                    settings.failsForCountGrowth =
                        name == Self.countGrowth
                        ? try value.word(Self.countGrowth, of: ["allow", "fail"]) == "fail"
                        : !(try value.flag(name))
                default: settings.allowsEmpty = try value.flag("allow-empty")
                }
            }
        }
        self = settings
    }

    private static func checkVersion(_ value: SettingsNode) throws(UserError) {
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

    private static func budgets(_ value: SettingsNode) throws(UserError) -> Budgets {
        var paths: [Budgets.Path] = []
        var limits: [BudgetSubject: Int] = [:]
        for entry in try value.entries("budgets", keys: BudgetSubject.names + ["paths"]) {
            if entry.name == "paths" {
                for item in try entry.value.items("paths") { paths.append(try pathBudget(item)) }
            } else {
                try add(entry, to: &limits)
            }
        }
        return Budgets(limits, paths: paths)
    }

    private static func pathBudget(_ item: SettingsNode) throws(UserError) -> Budgets.Path {
        let what = "an entry of paths"
        var pattern: RIBPathPattern?
        var limits: [BudgetSubject: Int] = [:]
        for entry in try item.entries(what, keys: ["rib-path"] + BudgetSubject.names) {
            if entry.name == "rib-path" {
                pattern = try entry.value.pattern("rib-path", RIBPathPattern.init)
            } else {
                try add(entry, to: &limits)
            }
        }
        guard let pattern else { throw item.error("\(what) needs a rib-path") }
        guard !limits.isEmpty else {
            throw item.error("\(what) needs a limit, such as leaks: 0")
        }
        return Budgets.Path(pattern: pattern, limits: limits)
    }

    /// Adds a limit, and rejects a second one for the same subject.
    private static func add(
        _ entry: SettingsNode.Entry, to limits: inout [BudgetSubject: Int]
    ) throws(UserError) {
        guard let subject = BudgetSubject(entry.name) else { return }
        guard limits[subject] == nil else {
            throw entry.key.error(
                "\(entry.name) is another name of \(subject.name); give one of them")
        }
        limits[subject] = try entry.value.count(entry.name)
    }
}
