// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// The JSON Schema of the settings file, by which editors complete and check it.
///
/// It is of draft 7, which editors for YAML know best. It names each key with what it means; what
/// only a reader can check, such as two names for one limit, is left to the reader.
package enum SettingsSchema {
    /// The document, as it is in `Reports/settings.schema.json`.
    package static var text: String { JSONText.encoded(document) }

    private static let document: JSONValue = [
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "ribleak settings, version 1",
        "description": "What a project allows `ribleak gate`: the file .ribleak.yml.",
        "type": "object",
        "additionalProperties": false,
        "properties": [
            "version": [
                "description": "The version of the settings.",
                "const": JSONValue(GateSettings.version),
            ],
            "baseline": text(
                "The file of known findings, from this file's folder: ribleak baseline write makes it."
            ),
            "allow-empty": [
                "description":
                    "Whether the gate passes when there is no run, no RIB in it, or the recorder is off.",
                "type": "boolean", "default": false,
            ],
            "count-growth": [
                "description":
                    "Whether a mistake of the baseline that occurs more often than it did is new (fail) or known (allow).",
                "enum": ["allow", "fail"], "default": "allow",
            ],
            "allow-growth": [
                "description":
                    "The earlier name of count-growth: true is allow, and false is fail.",
                "type": "boolean",
            ],
            "budgets": budgets,
            "suppressions": list(
                "Findings that may stay until a day, for a reason.", of: suppression),
            "library-leaks": list(
                "Leaks that a library makes, which no change of the project mends.",
                of: libraryLeak),
            "lint": lint,
        ],
    ]

    /// A text.
    ///
    /// - Parameter pattern: By default, not only blanks.
    private static func text(_ description: String, _ pattern: String = "\\S") -> JSONValue {
        ["description": .string(description), "type": "string", "pattern": .string(pattern)]
    }

    /// A list, which may have no value.
    private static func list(_ description: String, of items: JSONValue) -> JSONValue {
        ["description": .string(description), "type": ["array", "null"], "items": items]
    }

    // MARK: - Budgets

    private static var budgets: JSONValue {
        let paths = list(
            "Limits for parts of the tree. The first entry that covers a finding counts.",
            of: pathBudget)
        return [
            "description":
                "How many different mistakes are allowed. A finding counts for the most specific limit.",
            "type": ["object", "null"],
            "additionalProperties": false,
            "properties": .object(limits.merging(["paths": paths]) { $1 }),
        ]
    }

    private static var pathBudget: JSONValue {
        [
            "type": "object",
            "additionalProperties": false,
            "required": ["rib-path"],
            // The path, and a limit.
            "minProperties": 2,
            "properties": .object(limits.merging(["rib-path": ribPath]) { $1 }),
        ]
    }

    private static var limits: [String: JSONValue] {
        let limits = BudgetSubject.names.compactMap { name in
            BudgetSubject(name).map { (name, limit(of: $0, named: name)) }
        }
        return Dictionary(uniqueKeysWithValues: limits)
    }

    private static func limit(of subject: BudgetSubject, named name: String) -> JSONValue {
        let meaning =
            switch subject {
            case .leaks: "All leaks."
            case .inactiveFires where name == "inactive-fires":
                "Subscriptions that fired while their interactor was inactive."
            case .inactiveFires: "The same as inactive-fires."
            case .warnings: "All warnings. Without this limit, any number is allowed."
            case .kind(let kind): kind.meaning
            }
        return ["description": .string(meaning), "type": "integer", "minimum": 0]
    }

    private static let ribPath = text(
        "Places in the tree, such as Root/Legacy/**: * is one RIB, ** any number of them.",
        "^([^/*]+|\\*\\*?)(/([^/*]+|\\*\\*?))*$")

    // MARK: - Suppressions

    private static let suppression = entry(
        what: "kind",
        [
            "description": "What is wrong, by its name in reports.",
            "enum": JSONValue(FindingKind.allCases.map(\.rawValue)),
        ], place: "rib-path", ribPath)

    /// - Parameters:
    ///   - what: The key that says what is wrong, and its schema.
    ///   - place: The key that says where, and its schema.
    private static func entry(
        what: String, _ whatSchema: JSONValue, place: String, _ placeSchema: JSONValue
    ) -> JSONValue {
        func required(_ key: String) -> JSONValue { ["required": [.string(key)]] }
        return [
            "type": "object",
            "additionalProperties": false,
            "required": ["reason", "expires"],
            "oneOf": [
                required("fingerprint"), required(what),
                ["required": [.string(place)], "not": required(what)],
                ["required": ["type"], "not": ["anyOf": [required(what), required(place)]]],
            ],
            "properties": .object([
                what: whatSchema, place: placeSchema,
                "fingerprint": text(
                    "One mistake, by the 16 digits that report prints. Quote them if no letter is in them.",
                    "^[0-9a-f]{16}$"),
                "type": text("The type that is to blame."),
                "reason": text("Why it may stay for now."),
                "expires": text(
                    "The last day on which it may, in UTC, as YYYY-MM-DD. The day after, the gate fails.",
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
            ]),
        ]
    }

    // MARK: - Lint

    private static let lint: JSONValue = [
        "description": "How ribleak lint treats mistakes in the sources.",
        "type": ["object", "null"],
        "additionalProperties": false,
        "properties": [
            "rules": [
                "description": "The severity of rules, by name, where the project changes it.",
                "type": ["object", "null"],
                // Editors that read YAML 1.1 take `off` for false.
                "additionalProperties": [
                    "enum": .array(
                        LintSettings.Severity.allCases.map { .string($0.rawValue) } + [false])
                ],
            ],
            "exclude": list("Files to leave out.", of: filePath),
            "suppressions": list(
                "Mistakes in the sources that may stay until a day, for a reason.",
                of: entry(
                    what: "rule", text("What is wrong, by the name of its rule."),
                    place: "path", filePath)),
        ],
    ]

    private static let filePath = text(
        "Files or folders from the working directory, such as Sources/Legacy/** or **/*.generated.swift.",
        "^(?!\\.\\.?(/|$))/?[^/]+(/(?!\\.\\.?(/|$))[^/]+)*/?$")

    // MARK: - Library leaks

    private static let libraryLeak: JSONValue = [
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "retain-path", "description"],
        "dependencies": ["from": ["package"], "below": ["package"]],
        "if": ["required": ["package"]],
        "then": ["anyOf": [["required": ["from"]], ["required": ["below"]]]],
        "properties": [
            "name": text(
                "A short name that reports show, such as maps-sdk.", "^[^\n\r]*\\S[^\n\r]*$"
            ).adding(["maxLength": JSONValue(LibraryLeakSetting.longestName)]),
            "retain-path": text(
                "The edges that keep the object, such as **/AnalyticsClient.observers[*]: * is one edge or part of one, ** any number of them.",
                "^[^/]+(/[^/]+)*$"),
            "kinds": list(
                "The kinds of leak it is about. Without it, all.",
                of: [
                    "enum": JSONValue(FindingKind.allCases.filter(\.isLeak).map(\.rawValue))
                ]),
            "types": list(
                "The types that leak. Without it, all.",
                of: ["type": "string", "pattern": "\\S"]),
            "package": text("The Swift package whose versions from and below are about."),
            "from": version("The first version that leaks."),
            "below": version("The first version that no longer leaks."),
            "description": text("What the library keeps, and why."),
            "link": text("Where to read more.", "^https://\\S+$"),
        ],
    ]

    private static func version(_ meaning: String) -> JSONValue {
        // In YAML, a version such as 1.2 is a number.
        text(meaning, "^[0-9]+(\\.[0-9]+){0,2}$").adding(["type": ["string", "number"]])
    }
}
