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
            for value in try root.entries(Self.keys, also: [Self.earlierCountGrowth]) {
                switch value.name {
                case "version": try Self.checkVersion(value)
                case "budgets": settings.budgets = try Self.budgets(value)
                case "suppressions":
                    settings.suppressions = try Suppression.list(value, by: Suppression.factsOfRuns)
                case "library-leaks": settings.libraryLeaks = try LibraryLeakSetting.list(value)
                case "baseline": settings.baseline = Self.path(try value.text(), besides: file)
                case "lint": settings.lint = try LintSettings(value)
                case Self.countGrowth, Self.earlierCountGrowth:
                    guard !saysCountGrowth else {
                        throw value.errorOfKey(
                            "\(Self.earlierCountGrowth) is the earlier name of "
                                + "\(Self.countGrowth); give one of them")
                    }
                    saysCountGrowth = true
                    settings.failsForCountGrowth =
                        value.name == Self.countGrowth
                        ? try value.word("allow or fail", isPlain: false) {
                            ["allow": false, "fail": true][$0]
                        } : try !value.flag()
                default: settings.allowsEmpty = try value.flag()
                }
            }
        }
        self = settings
    }

    private static func checkVersion(_ value: SettingsNode) throws(UserError) {
        let found = try value.count()
        guard found != version else { return }
        throw value.error(
            found < version
                ? "there is no version \(found); write version: \(version)"
                : "is of version \(found), and this ribleak reads version \(version); update ribleak"
        )
    }

    private static func path(_ path: String, besides file: String) -> String {
        guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
        return String(file[...slash]) + path
    }

    // MARK: - Budgets

    private static func budgets(_ section: SettingsNode) throws(UserError) -> Budgets {
        var paths: [Budgets.Path] = []
        var limits: [BudgetSubject: Int] = [:]
        for value in try section.entries(BudgetSubject.names + ["paths"]) {
            if value.name == "paths" {
                for item in try value.items("an entry of paths") {
                    paths.append(try pathBudget(item))
                }
            } else {
                try add(value, to: &limits)
            }
        }
        return Budgets(limits, paths: paths)
    }

    private static func pathBudget(_ item: SettingsNode) throws(UserError) -> Budgets.Path {
        var pattern: RIBPathPattern?
        var limits: [BudgetSubject: Int] = [:]
        for value in try item.entries(["rib-path"] + BudgetSubject.names) {
            if value.name == "rib-path" {
                pattern = try value.pattern(RIBPathPattern.init)
            } else {
                try add(value, to: &limits)
            }
        }
        guard let pattern else { throw item.error("\(item.name) needs a rib-path") }
        guard !limits.isEmpty else {
            throw item.error("\(item.name) needs a limit, such as leaks: 0")
        }
        return Budgets.Path(pattern: pattern, limits: limits)
    }

    /// Adds a limit, and rejects a second one for the same subject.
    private static func add(
        _ value: SettingsNode, to limits: inout [BudgetSubject: Int]
    ) throws(UserError) {
        guard let subject = BudgetSubject(value.name) else { return }
        guard limits[subject] == nil else {
            throw value.errorOfKey(
                "\(value.name) is another name of \(subject.name); give one of them")
        }
        limits[subject] = try value.count()
    }
}
