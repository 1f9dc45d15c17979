// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

/// What a project allows, from its `.ribleak.yml`, the environment and the command line.
package struct GateSettings: Equatable, Sendable {
    package var budgets = Budgets()
    package var suppressions: [Suppression] = []
    package var libraryLeaks: [LibraryLeakSetting] = []
    /// What `ribleak lint` heeds.
    package var lint = LintSettings()
    /// The packages whose versions library leaks may name.
    package var packages = ResolvedPackages()
    /// The path of the baseline, from the working directory.
    ///
    /// Unless the settings name one, it is the usual one beside them, where tests find it too.
    package var baseline: String?
    /// Whether a gate may pass without anything to judge.
    package var allowsEmpty = false
    /// Whether a finding of the baseline that occurs more often than before counts as new. How often
    /// a mistake occurs depends on how many tests come through it, so by default it does not.
    package var failsForCountGrowth = false

    /// The default settings: only warnings are allowed.
    package init() {}

    /// Reads the settings file.
    ///
    /// - Parameter file: The path of the file; nil for the default file in the working directory,
    ///   which may be missing.
    package init(readingFrom file: String?) throws(UserError) {
        let path = file ?? InputFile.settings
        if let text = try InputFile.text(at: path, atMost: 1 << 20, code: .settings) {
            try self.init(yaml: text, file: path)
        } else if file == nil {
            self.init()
        } else {
            throw UserError(
                .settings, path, "no such file; name another, or none for \(InputFile.settings)")
        }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let usualBaseline = "\(folder)\(InputFile.baseline)"
        // Tests find it there too.
        if baseline == nil, access(usualBaseline, F_OK) == 0 { baseline = usualBaseline }
        if libraryLeaks.contains(where: { $0.versions != nil }) {
            packages = ResolvedPackages(besides: path)
        }
    }

    /// The findings of the baseline; nil when none is used.
    package func knownFindings() throws(UserError) -> Baseline? {
        guard let baseline else { return nil }
        return try Baseline(readingFrom: baseline)
    }

    /// These settings with values that replace them; nil for no value.
    ///
    /// - Parameter baseline: A path, or `Baseline.noFile` to use none.
    package func overridden(
        maxLeaks: Int? = nil, maxInactiveFires: Int? = nil, baseline: String? = nil,
        allowsEmpty: Bool? = nil
    ) -> GateSettings {
        var settings = self
        if let maxLeaks { settings.budgets.limits[.leaks] = maxLeaks }
        if let maxInactiveFires { settings.budgets.limits[.inactiveFires] = maxInactiveFires }
        if let baseline { settings.baseline = baseline == Baseline.noFile ? nil : baseline }
        if let allowsEmpty { settings.allowsEmpty = allowsEmpty }
        return settings
    }

    /// These settings with the values of environment variables. An empty variable counts as
    /// missing.
    ///
    /// - Throws: `UserError` for a value that it does not understand.
    package func overridden(
        by environment: [String: String]
    ) throws(UserError) -> GateSettings {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        func count(_ name: String) throws(UserError) -> Int? {
            guard let text = value(name) else { return nil }
            guard let count = Int(text), count >= 0 else {
                throw UserError(.settings, name, "must be a whole number, 0 or more, not '\(text)'")
            }
            return count
        }
        func flag(_ name: String) throws(UserError) -> Bool? {
            switch value(name) {
            case nil: nil
            case "1", "true": true
            case "0", "false": false
            case let text?:
                throw UserError(.settings, name, "must be true, 1, false or 0, not '\(text)'")
            }
        }
        return overridden(
            maxLeaks: try count("RIBLEAK_MAX_LEAKS"),
            maxInactiveFires: try count("RIBLEAK_MAX_INACTIVE_FIRES"),
            baseline: value("RIBLEAK_BASELINE"), allowsEmpty: try flag("RIBLEAK_ALLOW_EMPTY"))
    }
}

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
