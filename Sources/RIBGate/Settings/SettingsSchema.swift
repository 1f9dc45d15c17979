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
            "baseline": [
                "description":
                    "The file of known findings, from this file's folder: ribleak baseline write makes it.",
                "type": "string", "pattern": .string(notBlank),
            ],
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
            "suppressions": [
                "description": "Findings that may stay until a day, for a reason.",
                "type": ["array", "null"], "items": suppression,
            ],
            "library-leaks": [
                "description": "Leaks that a library makes, which no change of the project mends.",
                "type": ["array", "null"], "items": libraryLeak,
            ],
            "lint": lint,
        ],
    ]

    private static let notBlank = "\\S"

    // MARK: - Budgets

    private static var budgets: JSONValue {
        let paths: JSONValue = [
            "description":
                "Limits for parts of the tree. The first entry that covers a finding counts.",
            "type": ["array", "null"], "items": pathBudget,
        ]
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

    private static let ribPath: JSONValue = [
        "description":
            "Places in the tree, such as Root/Legacy/**: * is one RIB, ** any number of them.",
        "type": "string",
        "pattern": "^([^/*]+|\\*\\*?)(/([^/*]+|\\*\\*?))*$",
    ]

    // MARK: - Suppressions

    private static let suppression = entry(
        what: "kind",
        [
            "description": "What is wrong, by its name in reports.",
            "enum": .array(FindingKind.allCases.map { .string($0.rawValue) }),
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
                "fingerprint": [
                    "description":
                        "One mistake, by the 16 digits that report prints. Quote them if no letter is in them.",
                    "type": "string", "pattern": "^[0-9a-f]{16}$",
                ],
                "type": [
                    "description": "The type that is to blame.", "type": "string",
                    "pattern": .string(notBlank),
                ],
                "reason": [
                    "description": "Why it may stay for now.", "type": "string",
                    "pattern": .string(notBlank),
                ],
                "expires": [
                    "description":
                        "The last day on which it may, in UTC, as YYYY-MM-DD. The day after, the gate fails.",
                    "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
                ],
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
            "exclude": [
                "description": "Files to leave out.",
                "type": ["array", "null"], "items": filePath,
            ],
            "suppressions": [
                "description": "Mistakes in the sources that may stay until a day, for a reason.",
                "type": ["array", "null"],
                "items": entry(
                    what: "rule",
                    [
                        "description": "What is wrong, by the name of its rule.",
                        "type": "string", "pattern": .string(notBlank),
                    ], place: "path", filePath),
            ],
        ],
    ]

    private static let filePath: JSONValue = [
        "description":
            "Files or folders from the working directory, such as Sources/Legacy/** or **/*.generated.swift.",
        "type": "string",
        "pattern": "^(?!\\.\\.?(/|$))/?[^/]+(/(?!\\.\\.?(/|$))[^/]+)*/?$",
    ]

    // MARK: - Library leaks

    private static let libraryLeak: JSONValue = [
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "retain-path", "description"],
        "dependencies": ["from": ["package"], "below": ["package"]],
        "if": ["required": ["package"]],
        "then": ["anyOf": [["required": ["from"]], ["required": ["below"]]]],
        "properties": [
            "name": [
                "description": "A short name that reports show, such as maps-sdk.",
                "type": "string", "pattern": "^[^\n\r]*\\S[^\n\r]*$",
                "maxLength": JSONValue(LibraryLeakSetting.longestName),
            ],
            "retain-path": [
                "description":
                    "The edges that keep the object, such as **/AnalyticsClient.observers[*]: * is one edge or part of one, ** any number of them.",
                "type": "string", "pattern": "^[^/]+(/[^/]+)*$",
            ],
            "kinds": [
                "description": "The kinds of leak it is about. Without it, all.",
                "type": ["array", "null"],
                "items": [
                    "enum": .array(
                        FindingKind.allCases.filter(\.isLeak).map { .string($0.rawValue) })
                ],
            ],
            "types": [
                "description": "The types that leak. Without it, all.",
                "type": ["array", "null"],
                "items": ["type": "string", "pattern": .string(notBlank)],
            ],
            "package": [
                "description": "The Swift package whose versions from and below are about.",
                "type": "string", "pattern": .string(notBlank),
            ],
            "from": version("The first version that leaks."),
            "below": version("The first version that no longer leaks."),
            "description": [
                "description": "What the library keeps, and why.", "type": "string",
                "pattern": .string(notBlank),
            ],
            "link": [
                "description": "Where to read more.", "type": "string", "pattern": "^https://\\S+$",
            ],
        ],
    ]

    private static func version(_ meaning: String) -> JSONValue {
        // In YAML, a version such as 1.2 is a number.
        [
            "description": .string(meaning), "type": ["string", "number"],
            "pattern": "^[0-9]+(\\.[0-9]+){0,2}$",
        ]
    }
}
