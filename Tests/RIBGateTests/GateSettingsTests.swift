// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import Testing

@testable import RIBGate

@Suite struct GateSettingsTests {
    private func failure(_ yaml: String) -> String? {
        do {
            _ = try GateSamples.settings(yaml)
            return nil
        } catch let error as UserError {
            return error.code == .settings ? error.description : "not of settings: \(error)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: ["", "\n", "# nothing yet\n", "version: 1", "---\n...\n", "{}", "budgets:\n"])
    func emptySettingsAllowNothingButWarnings(_ yaml: String) throws {
        let settings = try GateSamples.settings(yaml)
        #expect(settings == GateSettings())
        #expect(settings.budgets.limits == [.leaks: 0, .inactiveFires: 0])
        #expect(settings.baseline == nil && !settings.allowsEmpty)
    }

    @Test func allKeysAreRead() throws {
        let settings = try GateSamples.settings(
            """
            version: 1
            baseline: lists/baseline.json
            allow-empty: true
            budgets:
              leaks: 3
              inactive-fires: 2
              warnings: 1
              leaked-view: 4
              paths:
                - rib-path: Root/Legacy/**
                  leaks: 5
                  never-attached: 0
            suppressions:
              - fingerprint: 0123456789012345
                reason: the vendor's SDK
                expires: 2026-12-31
              - kind: leaked-view
                rib-path: "**/Map"
                type: MapViewController
                reason: "see #12"
                expires: "2027-01-01"
            """)
        #expect(settings.baseline == "lists/baseline.json")
        #expect(settings.allowsEmpty)
        #expect(
            settings.budgets
                == Budgets(
                    [.leaks: 3, .inactiveFires: 2, .warnings: 1, .kind(.leakedView): 4],
                    paths: [
                        .init(
                            pattern: try RIBPathPattern("Root/Legacy/**"),
                            limits: [.leaks: 5, .kind(.neverAttached): 0])
                    ]))
        #expect(
            settings.suppressions == [
                Suppression(
                    pattern: .fingerprint("0123456789012345"), reason: "the vendor's SDK",
                    expires: GateSamples.day("2026-12-31"), place: "s.yml:14"),
                Suppression(
                    pattern: .facts(
                        kind: .leakedView, ribPath: try RIBPathPattern("**/Map"),
                        type: "MapViewController"),
                    reason: "see #12", expires: GateSamples.day("2027-01-01"), place: "s.yml:17"),
            ])
    }

    @Test func windowsLineBreaksAndAByteOrderMarkDoNotMatter() throws {
        #expect(try GateSamples.settings("budgets:\r\n  leaks: 2\r\n").budgets.limits[.leaks] == 2)
    }

    @Test func theBaselineLiesBesideTheSettings() throws {
        func baseline(_ path: String, in file: String) throws -> String? {
            try GateSettings(yaml: "baseline: \(path)", file: file).baseline
        }
        #expect(try baseline("b.json", in: ".ribleak.yml") == "b.json")
        #expect(try baseline("b.json", in: "ci/ribleak.yml") == "ci/b.json")
        #expect(try baseline("../b.json", in: "/app/ci/ribleak.yml") == "/app/ci/../b.json")
        #expect(try baseline("/b.json", in: "ci/ribleak.yml") == "/b.json")
    }

    @Test func firedWhileInactiveIsAnotherNameOfInactiveFires() throws {
        let settings = try GateSamples.settings("budgets: {fired-while-inactive: 3}")
        #expect(settings.budgets.limits == [.leaks: 0, .inactiveFires: 3])
    }

    // MARK: - Mistakes

    @Test(arguments: [
        (
            "bugets:\n  leaks: 0",
            "s.yml:1: unknown key 'bugets' in the settings; did you mean budgets?"
        ),
        (
            "version: 1\nallowEmpty: true",
            "s.yml:2: unknown key 'allowEmpty' in the settings; did you mean allow-empty?"
        ),
        (
            "budgets:\n  leaks: 1\n  inactive_fires: 0",
            "s.yml:3: unknown key 'inactive_fires' in budgets; did you mean inactive-fires?"
        ),
        (
            "budgets:\n  leaked-ruoter: 0",
            "s.yml:2: unknown key 'leaked-ruoter' in budgets; did you mean leaked-router?"
        ),
        (
            "budgets:\n  paths:\n    - path: Root",
            "s.yml:3: unknown key 'path' in an entry of paths; did you mean rib-path?"
        ),
        (
            "suppressions:\n- type: A\n  until: 2026-01-01",
            "s.yml:3: unknown key 'until' in a suppression; there are "
                + "fingerprint, kind, rib-path, type, reason, expires"
        ),
        (
            "suppressions:\n- kind: leaked-veiw",
            "s.yml:2: unknown kind 'leaked-veiw' in a suppression; did you mean leaked-view?"
        ),
    ])
    func unknownNamesAreErrorsThatSayTheNearest(_ yaml: String, _ text: String) {
        #expect(failure(yaml) == text)
    }

    @Test(arguments: [
        ("- leaks", "s.yml:1: the settings must be a mapping of keys to values"),
        ("leaks", "s.yml:1: the settings must be a mapping of keys to values"),
        ("[a]: 1", "s.yml:1: a key of the settings must be a word"),
        ("version: 1.0", "s.yml:1: version must be a whole number, 0 or more"),
        ("version: 0", "s.yml:1: there is no version 0; write version: 1"),
        (
            "version: 2",
            "s.yml:1: is of version 2, and this ribleak reads version 1; update ribleak"
        ),
        ("budgets: 3", "s.yml:1: budgets must be a mapping of keys to values"),
        ("budgets:\n  leaks: -1", "s.yml:2: leaks must be a whole number, 0 or more"),
        ("budgets:\n  leaks: \"1\"", "s.yml:2: leaks must be a whole number, 0 or more"),
        (
            "budgets:\n  leaks: 99999999999999999999",
            "s.yml:2: leaks must be a whole number, 0 or more"
        ),
        ("budgets:\n  leaks:", "s.yml:2: leaks must be a whole number, 0 or more"),
        ("budgets:\n  leaks: [1]", "s.yml:2: leaks must be a whole number, 0 or more"),
        (
            "budgets:\n  paths:\n    rib-path: Root",
            "s.yml:3: paths must be a list; start each entry with -"
        ),
        ("budgets:\n  paths:\n  - leaks: 1", "s.yml:3: an entry of paths needs a rib-path"),
        (
            "budgets:\n  paths:\n  - rib-path: A",
            "s.yml:3: an entry of paths needs a limit, such as leaks: 0"
        ),
        (
            "budgets:\n  paths:\n  - leaks: 1\n    rib-path: A//B",
            "s.yml:4: rib-path has an empty component"
        ),
        ("budgets:\n  paths:\n  - leaks: 1\n    rib-path: [A]", "s.yml:4: rib-path must be text"),
        ("baseline: ''", "s.yml:1: baseline must be text"),
        ("baseline:\n  - a", "s.yml:2: baseline must be text"),
        ("allow-empty: yes", "s.yml:1: allow-empty must be true or false"),
        ("allow-empty: 'true'", "s.yml:1: allow-empty must be true or false"),
    ])
    func wrongTypesAreErrors(_ yaml: String, _ text: String) {
        #expect(failure(yaml) == text)
    }

    @Test(arguments: [
        (
            "type: A\n  expires: 2026-01-01",
            "s.yml:2: a suppression needs a reason; say why this may stay for now"
        ),
        ("type: A\n  reason: ''\n  expires: 2026-01-01", "s.yml:3: reason must be text"),
        ("type: A\n  reason:\n  expires: 2026-01-01", "s.yml:3: reason must be text"),
        (
            "type: A\n  reason: R",
            "s.yml:2: a suppression needs the day it expires; write one, such as expires: 2026-12-31"
        ),
        (
            "type: A\n  reason: R\n  expires: 2026-02-30",
            "s.yml:4: expires must be a valid date, as YYYY-MM-DD"
        ),
        (
            "type: A\n  reason: R\n  expires: never",
            "s.yml:4: expires must be a valid date, as YYYY-MM-DD"
        ),
        (
            "reason: R\n  expires: 2026-01-01",
            "s.yml:2: a suppression needs a fingerprint, or a kind, rib-path or type"
        ),
        (
            "fingerprint: 0123456789abcdef\n  type: A\n  reason: R\n  expires: 2026-01-01",
            "s.yml:2: a fingerprint is enough; remove kind, rib-path and type"
        ),
        (
            "fingerprint: 0123\n  reason: R\n  expires: 2026-01-01",
            "s.yml:2: fingerprint must be the 16 hexadecimal digits that report prints"
        ),
        (
            "fingerprint: 0123456789ABCDEF",
            "s.yml:2: fingerprint must be the 16 hexadecimal digits that report prints"
        ),
    ])
    func aSuppressionMustSayWhatAndWhyAndUntilWhen(_ facts: String, _ text: String) {
        #expect(failure("suppressions:\n- \(facts)") == text)
    }

    @Test func aDuplicateKeyIsAnError() {
        #expect(
            failure("version: 1\nbudgets:\n  leaks: 1\n  warnings: 2\n  leaks: 2")
                == "s.yml:3: leaks appears twice, first in this line")
        #expect(
            failure("budgets:\n  leaks: 1\n  !limit leaks: 2")
                == "s.yml:3: leaks appears twice, first in line 2")
        #expect(
            failure("budgets:\n  inactive-fires: 1\n  fired-while-inactive: 2")
                == "s.yml:3: fired-while-inactive is another name of inactive-fires; "
                + "give one of them")
    }

    @Test(arguments: [
        (
            "budgets:\n\tleaks: 1",
            "s.yml:2: is not YAML: while scanning for the next token: found character that cannot start any token"
        ),
        (
            "budgets: {leaks: 1",
            "s.yml:2: is not YAML: while parsing a flow mapping: did not find expected ',' or '}'"
        ),
        ("a: \"\u{1}\"", "s.yml: is not YAML: control characters are not allowed"),
        (
            "version: 1\n---\nversion: 1",
            "s.yml:2: is not YAML: expected a single document in the stream: but found another document"
        ),
    ])
    func invalidYAMLIsReportedWithItsLine(_ yaml: String, _ text: String) {
        #expect(failure(yaml) == text)
    }

    @Test func aPatternThatLooksLikeAnAliasNeedsQuotes() {
        let text = failure("budgets:\n  paths:\n  - rib-path: **/Map\n    leaks: 1")
        #expect(text?.hasPrefix("s.yml:3: is not YAML: while scanning an alias") == true)
        #expect(text?.hasSuffix("; a text that begins with * or & needs quotes") == true)
    }

    // MARK: - Hostile

    @Test func anchorsAreRefused() {
        #expect(
            failure("version: 1\nbudgets: &all\n  leaks: 1")
                == "s.yml:2: anchors and aliases are not supported; write the value where you use it"
        )
        #expect(
            failure("version: &v 1")
                == "s.yml:1: anchors and aliases are not supported; write the value where you use it"
        )
    }

    @Test func aliasesThatMultiplyAreNotGivenToTheParser() {
        var yaml = "a0: &a0 [x, x]\n"
        for level in 1...40 {
            yaml += "? &a\(level) [*a\(level - 1), *a\(level - 1)]\n: 1\n"
        }
        #expect(
            failure(yaml)
                == "s.yml:10: anchors and aliases are not supported; this file has too many")
    }

    @Test func starsAndAmpersandsInTextsAreNoAliases() throws {
        let reason = "*really* & *truly* &c " + String(repeating: "*s* ", count: 6)
        let settings = try GateSamples.settings(
            "suppressions:\n- {type: A, reason: \"\(reason)\", expires: 2026-01-01}")
        #expect(settings.suppressions.first?.reason == reason)
    }

    @Test func deepNestingIsRefused() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(failure(deep)?.hasPrefix("s.yml:1: is not YAML: ") == true)
        let deepKeys = String(repeating: "{a: ", count: 900) + String(repeating: "}", count: 900)
        #expect(failure(deepKeys)?.hasPrefix("s.yml:1: ") == true)
    }

    @Test func theEarlierNameOfCountGrowthIsStillRead() throws {
        #expect(!GateSettings().failsForCountGrowth)
        #expect(try GateSamples.settings("count-growth: fail").failsForCountGrowth)
        #expect(try !GateSamples.settings("count-growth: allow").failsForCountGrowth)
        #expect(try GateSamples.settings("allow-growth: false").failsForCountGrowth)
        #expect(try !GateSamples.settings("allow-growth: true").failsForCountGrowth)
        #expect(failure("count-growth: no") == "s.yml:1: count-growth must be allow or fail")
        #expect(
            failure("allow-growth: true\ncount-growth: fail")
                == "s.yml:2: allow-growth is the earlier name of count-growth; give one of them")
    }

    @Test func aLongUnknownKeyIsShortened() {
        let key = String(repeating: "k", count: 900)
        #expect(
            failure("\(key): 1")
                == "s.yml:1: unknown key '\(key.prefix(64))…' in the settings; there are "
                + "version, budgets, suppressions, library-leaks, baseline, allow-empty, "
                + "count-growth, lint")
    }
}
