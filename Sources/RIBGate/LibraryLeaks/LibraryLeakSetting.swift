// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A library leak that the project's settings know.
package struct LibraryLeakSetting: Equatable, Sendable {
    package let matcher: LibraryLeakMatcher
    /// The versions of a package for which it holds; nil for all.
    package let versions: PackageVersions?
    /// Its place in the settings, such as `.ribleak.yml:12`.
    package let place: String

    /// Its name and place, such as `analytics (.ribleak.yml:12)`.
    var name: String { "\(matcher.leak.name) (\(place))" }
}

extension GateSettings {
    /// What is let pass, of library leaks only those of the versions in use.
    package var exceptions: FindingExceptions {
        FindingExceptions(
            suppressions: suppressions,
            libraryLeaks: libraryLeaks.filter { $0.versions?.obstacle(in: packages) == nil }
                .map(\.matcher))
    }

    /// Why tests let other findings pass than these settings; nil when they let the same pass.
    ///
    /// - Parameter baseline: The project's; nil when it has none.
    package func oldCopy(in baseline: Baseline?) -> String? {
        // Wherever in the settings they say it.
        func placeless(_ exceptions: FindingExceptions) -> FindingExceptions {
            var copy = exceptions
            for index in copy.suppressions.indices { copy.suppressions[index].place = "" }
            return copy
        }
        guard placeless(exceptions) != placeless(baseline?.exceptions ?? FindingExceptions()) else {
            return nil
        }
        return baseline?.exceptions.isEmpty ?? true
            ? "tests do not know its suppressions and library leaks yet"
            : "tests still use its older suppressions and library leaks"
    }

    /// What to do about an old copy.
    package static let renewalOfCopy = "run ribleak baseline write --settings-only"

    /// The library leaks that cover no finding of a run, each with the reason in words.
    func unusedLibraryLeaks(
        among findings: [Finding]
    ) -> [(setting: LibraryLeakSetting, reason: String)] {
        libraryLeaks.compactMap { setting in
            if let obstacle = setting.versions?.obstacle(in: packages) {
                return (setting, obstacle)
            }
            guard !findings.contains(where: setting.matcher.covers) else { return nil }
            return (setting, Self.doubt(setting.matcher, findings) ?? "remove it if all tests ran")
        }
    }

    /// Which leak looks like it, but may be the project's.
    private static func doubt(_ matcher: LibraryLeakMatcher, _ findings: [Finding]) -> String? {
        for finding in findings {
            guard let doubt = matcher.doubt(about: finding) else { continue }
            return "the path of \(KnownFinding(finding).fingerprint) matches, but \(doubt)"
        }
        return nil
    }
}

extension RunReport {
    /// The report with the settings' library leaks named and counted apart.
    package func namingLibraryLeaks(_ settings: GateSettings) -> RunReport {
        var report = self
        // Of several that cover a finding, the first counts. Those that ribleak itself knows come
        // before all.
        report.findings = findings.named(by: settings.exceptions.libraryLeaks)
        let moved = report.libraryLeaks.count - libraryLeaks.count
        report.summary.leaks -= moved
        report.summary.libraryLeaks += moved
        return report
    }
}

extension LibraryLeakSetting {
    private static let what = "a library leak"
    static let keys = [
        "name", "retain-path", "kinds", "types", "package", "from", "below", "description", "link",
    ]
    static let longestName = 64
    private static let longestLink = 2_048

    /// Reads the list `library-leaks`.
    ///
    /// - Throws: `UserError` for the first mistake, with its line.
    static func list(_ value: SettingsNode) throws(UserError) -> [LibraryLeakSetting] {
        var settings: [LibraryLeakSetting] = []
        for item in try value.items(what) {
            let setting = try LibraryLeakSetting(item)
            let name = setting.matcher.leak.name
            if let other = settings.first(where: { $0.matcher.leak.name == name }) {
                throw item.error("the name \(name) is taken by \(other.place)")
            }
            settings.append(setting)
        }
        return settings
    }

    private init(_ item: SettingsNode) throws(UserError) {
        let values = try item.members(Self.keys)
        let leaks = FindingKind.allCases.filter(\.isLeak)
        let name = try values["name"]?.text("one line of at most \(Self.longestName) characters") {
            $0.count <= Self.longestName && !$0.contains(where: \.isNewline) ? $0 : nil
        }
        let pattern = try values["retain-path"]?.pattern(RetainPathPattern.init)
        let kinds = try (values["kinds"]?.items("a kind") ?? []).map { (kind) throws(UserError) in
            try kind.choice(of: leaks, "kind", in: item.name)
        }
        let types = try (values["types"]?.items("a type") ?? []).map { (type) throws(UserError) in
            try type.text()
        }
        let description = try values["description"]?.text()
        let link = try values["link"]?.text("an address that begins with https://") {
            Self.isLink($0) ? $0 : nil
        }
        let package = try values["package"]?.text()
        let (from, below) = (try Self.version(values["from"]), try Self.version(values["below"]))
        guard let name else { throw item.error("\(item.name) needs a name, such as maps-sdk") }
        guard let pattern else {
            throw item.error(
                "\(item.name) needs a retain-path, such as \"**/AnalyticsClient.observers[*]\"")
        }
        guard let description else {
            throw item.error("\(item.name) needs a description; say what the library keeps")
        }
        self.init(
            matcher: LibraryLeakMatcher(
                LibraryLeak(name: name, explanation: description, link: link, isBuiltIn: false),
                path: pattern, kinds: Set(kinds), types: Set(types)),
            versions: try Self.versions(of: package, from: from, below: below, item),
            place: item.place)
    }

    /// Reports show it to be clicked, so no other scheme and nothing that hides its end.
    private static func isLink(_ link: String) -> Bool {
        link.hasPrefix("https://")
            && ("https://".utf8.count + 1...longestLink).contains(link.utf8.count)
            && link.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0)
            }
    }

    private static func version(_ value: SettingsNode?) throws(UserError) -> PackageVersion? {
        try value?.text("a version, such as 2.1.0", PackageVersion.init)
    }

    private static func versions(
        of package: String?, from: PackageVersion?, below: PackageVersion?, _ item: SettingsNode
    ) throws(UserError) -> PackageVersions? {
        guard ((from ?? below) == nil) == (package == nil) else {
            throw item.error(
                package == nil
                    ? "from and below need a package; add package"
                    : "package needs versions: give from, below or both")
        }
        if let from, let below, from >= below {
            throw item.error("from must be less than below")
        }
        return package.map { PackageVersions(package: $0, from: from, below: below) }
    }
}
