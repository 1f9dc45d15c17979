// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

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
