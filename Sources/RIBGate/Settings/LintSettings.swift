// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// What a project says of mistakes in its sources: the section `lint` of its settings.
package struct LintSettings: Equatable, Sendable {
    /// How bad a mistake is, or that nobody wants to know of it.
    package enum Severity: String, CaseIterable, Decodable, Sendable {
        case error
        case warning
        case off
    }

    /// A rule whose severity the project changes.
    package struct Rule: Equatable, Sendable {
        package let id: String
        package let severity: Severity
        /// Its place in the settings, such as `.ribleak.yml:12`.
        let place: String
    }

    package var rules: [Rule] = []
    /// Files to say nothing of. Paths from the working directory.
    package var excluded: [FilePattern] = []
    package var suppressions: [Suppression] = []

    /// The default settings: each rule has its own severity.
    package init() {}

    /// Checks the names of rules, which only the analyser knows.
    ///
    /// - Throws: `UserError` for the first name that is none of the known ones.
    package func check(among known: [String]) throws(UserError) {
        var named = rules.map { ($0.id, $0.place) }
        for suppression in suppressions {
            guard case .source(let rule?, _, _) = suppression.pattern else { continue }
            named.append((rule, suppression.place))
        }
        guard let (rule, place) = named.first(where: { !known.contains($0.0) }) else { return }
        throw UserError(
            .settings, place,
            SettingsNode.unknown(
                rule, "rule", in: "lint", known, orElse: "ribleak lint --rules lists all"))
    }
}

extension LintSettings {
    static let keys = ["rules", "exclude", "suppressions"]

    /// Reads the section.
    init(_ section: SettingsNode) throws(UserError) {
        let values = try section.members(Self.keys)
        rules = try (values["rules"]?.entries(nil) ?? []).map { (rule) throws(UserError) in
            let severity = try rule.choice(of: Severity.allCases, "severity", in: "rules")
            return Rule(id: rule.name, severity: severity, place: rule.placeOfKey)
        }
        let excluded = try values["exclude"]?.items("a path of exclude") ?? []
        self.excluded = try excluded.map { (item) throws(UserError) in
            try item.pattern(FilePattern.init)
        }
        suppressions =
            try values["suppressions"].map { (list) throws(UserError) in
                try Suppression.list(list, by: Suppression.factsOfSources)
            } ?? []
    }
}
