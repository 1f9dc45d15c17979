// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBReport
import RIBText
import Testing
import TraceFixtures

@testable import RIBGate

/// The schema of the settings says what the reader says.
@Suite struct SettingsSchemaTests {
    private static let path = "\(BuiltProducts.packageRoot)/Reports/settings.schema.json"

    @Test func theSchemaIsTheCheckedInOne() throws {
        #expect(SettingsSchema.text == (try String(contentsOfFile: Self.path, encoding: .utf8)))
    }

    /// It is written by hand, so this tells what a change of kinds or limits forgot.
    @Test func theSchemaHasEachKindWithItsMeaning() throws {
        let schema = try JSONDecoder().decode(Schema.self, from: Data(SettingsSchema.text.utf8))
        let all = try #require(schema.properties)
        let limits = [all["budgets"], all["budgets"]?.properties?["paths"]?.items]
        for properties in limits.map({ $0?.properties }) {
            for kind in FindingKind.allCases where kind != .firedWhileInactive {
                #expect(properties?[kind.rawValue]?.description == kind.meaning)
            }
        }
        let kinds = all["suppressions"]?.items?.properties?["kind"]?.enum
        #expect(kinds == FindingKind.allCases.map(\.rawValue))
        let leak = all["library-leaks"]?.items?.properties
        let leaks = FindingKind.allCases.filter(\.isLeak).map(\.rawValue)
        #expect(leak?["kinds"]?.items?.enum == leaks)
        #expect(leak?["name"]?.maxLength == LibraryLeakSetting.longestName)
    }

    /// A part of the schema.
    private final class Schema: Decodable {
        let description: String?
        let properties: [String: Schema]?
        let items: Schema?
        let maxLength: Int?
        /// Texts only: others are left out.
        let `enum`: [String]?

        enum CodingKeys: CodingKey { case description, properties, items, maxLength, `enum` }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            description = try values.decodeIfPresent(String.self, forKey: .description)
            properties = try values.decodeIfPresent([String: Schema].self, forKey: .properties)
            items = try values.decodeIfPresent(Schema.self, forKey: .items)
            maxLength = try values.decodeIfPresent(Int.self, forKey: .maxLength)
            `enum` = try? values.decodeIfPresent([String].self, forKey: .enum)
        }
    }

    // MARK: - What both accept

    private static let good = [
        "", "version: 1", "baseline: a.json", "allow-empty: true\nallow-growth: false",
        "count-growth: fail", "count-growth: allow",
        "budgets:", "suppressions:",
        "budgets:\n  leaks: 0\n  inactive-fires: 2\n  warnings: 20\n  leaked-view: 1",
        "budgets:\n  fired-while-inactive: 0",
        "budgets:\n  paths:\n    - rib-path: Root/*/Map\n      leaks: 5\n    - rib-path: \"**\"\n      warnings: 1",
        suppression("kind: leaked-view"), suppression("rib-path: Root/**"),
        suppression("type: Map"),
        suppression("kind: leaked-view\n    rib-path: \"**/Map\"\n    type: Map"),
        suppression("fingerprint: 2750a1a66da24463"),
        suppression("fingerprint: \"2750117466124463\""), "library-leaks:",
        libraryLeak("retain-path: \"**/Client.observers[*]\""),
        libraryLeak(
            "retain-path: Client.observer\n    kinds: [leaked-view]\n    types: [Map]\n"
                + "    link: https://example.com/1\n    package: maps\n    from: 1.2.0\n    below: 2.0.0"
        ), "lint:", "lint:\n  rules:\n    strong-listener: off\n  exclude: [Sources/**, a/]",
        lintSuppression("rule: strong-listener"), lintSuppression("path: \"**/*.generated.swift\""),
        lintSuppression("rule: missing-super\n      path: /tmp/a\n      type: Map"),
        lintSuppression("fingerprint: 2750a1a66da24463"),
    ]

    private static let bad = [
        "- a", "verson: 1", "version: 2", "version: one", "baseline:", "baseline: ' '",
        "allow-empty: 1", "allow-growth: sometimes", "count-growth: true", "budgets: 3",
        "budgets: [leaks]",
        "budgets:\n  leak: 0", "budgets:\n  leaks: -1", "budgets:\n  leaks: many",
        "budgets:\n  leaks: 1.5", "budgets:\n  paths: Root", "budgets:\n  paths:\n    - leaks: 1",
        "budgets:\n  paths:\n    - rib-path: Root",
        "budgets:\n  paths:\n    - rib-path: Root*\n      leaks: 1",
        "budgets:\n  paths:\n    - rib-path: Root//A\n      leaks: 1", "suppressions: all",
        "suppressions:\n  - kind: leaked-view", suppression("kind: leaked-vew"),
        suppression("kind: leaked-view\n    fingerprint: 2750a1a66da24463"),
        suppression("type: A\n    fingerprint: 2750a1a66da24463"),
        suppression("fingerprint: 2750a1a6"),
        suppression("kind: leaked-view\n    until: 2027-01-01"),
        "suppressions:\n  - reason: a\n    expires: 2027-01-01",
        "suppressions:\n  - type: A\n    reason: a\n    expires: soon",
        "suppressions:\n  - type: A\n    reason: a", "library-leaks: all",
        "library-leaks:\n  - name: a\n    description: b", libraryLeak("retain-path: A//b"),
        libraryLeak("retain-path: A.b\n    kinds: [fired-while-inactive]"),
        libraryLeak("retain-path: A.b\n    link: http://example.com"),
        libraryLeak("retain-path: A.b\n    from: 1.0.0"),
        libraryLeak("retain-path: A.b\n    package: maps"),
        libraryLeak("retain-path: A.b\n    until: 2.0.0"), "lint: strict", "lint:\n  rule: a",
        "lint:\n  rules: [a]", "lint:\n  rules:\n    a: loud", "lint:\n  exclude: Sources",
        "lint:\n  exclude: [a//b]", "lint:\n  exclude: [../a]", lintSuppression("rule: ' '"),
        lintSuppression("kind: leaked-view"),
        lintSuppression("rule: a\n      fingerprint: 2750a1a66da24463"),
        "lint:\n  suppressions:\n    - rule: a\n      reason: b",
    ]

    private static func suppression(_ pattern: String) -> String {
        "suppressions:\n  - \(pattern)\n    reason: its ticket\n    expires: 2027-01-01"
    }

    private static func lintSuppression(_ pattern: String) -> String {
        "lint:\n  suppressions:\n    - \(pattern)\n      reason: its ticket\n      expires: 2027-01-01"
    }

    private static func libraryLeak(_ rest: String) -> String {
        "library-leaks:\n  - name: maps\n    description: it keeps its observers\n    \(rest)"
    }

    @Test func theReaderAgrees() {
        for yaml in Self.good {
            #expect(throws: Never.self, "\(yaml)") { try GateSettings(yaml: yaml, file: "a") }
        }
        for yaml in Self.bad {
            #expect(throws: UserError.self, "\(yaml)") { try GateSettings(yaml: yaml, file: "a") }
        }
    }

    @Test(.enabled(if: Judge.isInstalled)) func aForeignValidatorAgrees() throws {
        let samples = Self.good.map { ($0, true) } + Self.bad.map { ($0, false) }
        // An empty file has no value that a schema could be about.
        try judge(samples.filter { $0.0 != "" })
    }

    /// Each key of the reader is one of the schema, and the other way round.
    @Test(.enabled(if: Judge.isInstalled)) func bothKnowTheSameKeys() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(SettingsSchema.text.utf8))
                as? [String: Any])
        func keys(_ path: String...) throws -> Set<String> {
            let place = path.reduce(schema as Any?) { ($0 as? [String: Any])?[$1] }
            return Set(try #require(place as? [String: Any], "\(path)").keys)
        }
        let limits = Set(BudgetSubject.names)
        #expect(
            try keys("properties")
                == Set(GateSettings.keys + [GateSettings.earlierCountGrowth]))
        #expect(try keys("properties", "budgets", "properties") == limits.union(["paths"]))
        let items = ["properties", "budgets", "properties", "paths", "items", "properties"]
        #expect(
            try keys(items[0], items[1], items[2], items[3], items[4], items[5])
                == limits.union(["rib-path"]))
        #expect(
            try keys("properties", "suppressions", "items", "properties")
                == Set(Suppression.keys(Suppression.factsOfRuns)))
        #expect(try keys("properties", "lint", "properties") == Set(LintSettings.keys))
        #expect(
            try keys("properties", "lint", "properties", "suppressions", "items", "properties")
                == Set(Suppression.keys(Suppression.factsOfSources)))
        #expect(
            try keys("properties", "library-leaks", "items", "properties")
                == Set(LibraryLeakSetting.keys))
        try judge(
            limits.sorted().map { ("budgets:\n  \($0): 1", true) }
                + FindingKind.allCases.map { (Self.suppression("kind: \($0.rawValue)"), true) })
    }

    /// Asks the validator about settings, and compares with what it should say.
    private func judge(_ samples: [(yaml: String, isGood: Bool)]) throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        for (number, sample) in samples.enumerated() {
            files.append(folder.file("\(number).yml"))
            try sample.yaml.write(toFile: files[number], atomically: true, encoding: .utf8)
        }
        let answer = try Judge.ask("settings.py", [Self.path] + files)
        let lines = answer.output.split(separator: "\n")
        try #require(lines.count == samples.count, "\(answer.errors)")
        for (line, sample) in zip(lines, samples) {
            #expect((line == "valid") == sample.isGood, "\(sample.yaml)\n\(line)")
        }
    }
}
