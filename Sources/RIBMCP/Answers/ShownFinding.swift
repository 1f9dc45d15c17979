// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// A finding as an answer shows it: the JSON of reports, with as many details as there is room for.
struct ShownFinding {
    /// The report's members, and beside them `headline`, `keptBy`, `place` and `leftOut`.
    let json: JSONValue
    let lines: [String]

    /// How much to show.
    private struct Limits {
        let frames: Int
        let victims: Int
        let steps: Int
        let text: Int
    }

    private static let levels = [
        Limits(frames: 6, victims: 8, steps: 24, text: 1_000),
        Limits(frames: 2, victims: 3, steps: 12, text: 300),
        Limits(frames: 0, victims: 0, steps: 4, text: 120),
    ]
    /// So that a page has three findings at least.
    private static let room = AnswerLimits.pageBytes / 3

    /// - Parameter position: Its place in the list, such as `1 of 3`.
    init(_ finding: Finding, position: String? = nil) {
        let whole = JSONValue(finding)
        let versions = Self.levels.lazy.map { Self.json(of: finding, whole, $0) }
        json =
            versions.first { $0.bytes <= Self.room }
            ?? Self.json(of: finding, whole, Self.levels[2])
        let lines = TextLayout().lines(finding.lines(position: position))
        self.lines =
            lines.reduce(0) { $0 + $1.utf8.count + 1 } <= Self.room
            ? lines : finding.lines(within: Self.room) ?? [finding.headline]
    }

    /// What a page counts.
    var bytes: Int { max(json.bytes, lines.reduce(1) { $0 + $1.utf8.count + 1 }) }

    private static func json(
        of finding: Finding, _ whole: JSONValue, _ limits: Limits
    ) -> JSONValue {
        var members = whole.object ?? [:]
        var frames = 0
        if let stacks = members["stacks"]?.object {
            members["stacks"] = .object(
                stacks.mapValues { stack in
                    guard let all = stack.array else { return stack }
                    frames += max(0, all.count - limits.frames)
                    return .array(Array(all.prefix(limits.frames)))
                })
        }
        let victims = members["victims"]?.array ?? []
        members["victims"] = .array(Array(victims.prefix(limits.victims)))
        let steps = members["retainPath"]?.array?.count ?? 0
        let others = (members["otherHolders"]?.array ?? []).reduce(0) {
            $0 + ($1.object?["retainPath"]?.array?.count ?? 0)
        }
        let omitsPath = steps > limits.steps
        // The text and the hint name each holder.
        if others > limits.steps { members["otherHolders"] = nil }
        if omitsPath {
            members["retainPath"] = .null
            members["suspect"] = .null
            members["otherHolders"] = nil
            members["retainPathNote"] = "too long to be shown here; retain_path shows its edges"
        }
        members["headline"] = .string(finding.headline)
        members["keptBy"] = JSONValue(finding.keeper)
        members["place"] = place(of: finding)
        members["leftOut"] = [
            "frames": JSONValue(frames),
            "victims": JSONValue(max(0, victims.count - limits.victims)),
            "retainPathEdges": JSONValue(omitsPath ? steps : 0),
        ]
        return JSONValue.object(members).mappingStrings { InertText.line($0, atMost: limits.text) }
    }

    /// The line of the project to look at first; null when no stack names one.
    private static func place(of finding: Finding) -> JSONValue {
        guard let place = finding.place else { return .null }
        return ["file": .string(place.file), "line": .integer(Int64(place.line))]
    }

    /// The JSON Schema of `json`. `Reports/report.schema.json` says more of the report's members.
    static let schema: JSONValue = {
        let stack = Schema.list(
            of: Schema.object([
                "function": Schema.text("Null if unknown.", isNullable: true),
                "file": Schema.text("From the repository's root.", isNullable: true),
                "line": Schema.count("From 1.", isNullable: true),
            ]), "Innermost first; null if unknown.", isNullable: true)
        return Schema.object([
            "kind": Schema.word("What is wrong.", FindingKind.allCases.map(\.rawValue)),
            "headline": Schema.text("What is wrong, in one line."),
            "ribPath": Schema.text("The place in the tree, such as Root/LoggedIn."),
            "type": Schema.text("The culprit's type."),
            "fingerprint": Schema.text("What explain and retain_path take.").adding([
                "pattern": "^[0-9a-f]{16}$"
            ]),
            "count": Schema.count("How many objects or subscriptions showed it."),
            "place": Schema.object(
                [
                    "file": Schema.text("From the repository's root."),
                    "line": Schema.count("From 1."),
                ], "The line to look at first.", isNullable: true),
            "keptBy": Schema.text("The suspect edge in one line.", isNullable: true),
            "hint": Schema.text("How to mend it, where that is known.", isNullable: true),
            "retainPath": Schema.list(
                of: Schema.object([
                    "holder": Schema.text("Who holds."),
                    "label": Schema.text("The property or capture.", isNullable: true),
                    "target": Schema.text("What is held."),
                    "file": Schema.text("Of a closure.", isNullable: true),
                    "line": Schema.count("From 1.", isNullable: true),
                ]),
                "What keeps it alive, from the root to the object; suspect is the wrong edge.",
                isNullable: true),
            "retainPathNote": Schema.text("Why there is no path.", isNullable: true),
            "suspect": Schema.count(
                "The index of the edge that should not be there.", isNullable: true),
            "victims": Schema.list(
                of: Schema.object([
                    "type": Schema.text("Its type."), "ribPath": Schema.text("Its place."),
                ]), "What it alone keeps alive."),
            "stacks": Schema.object([
                "allocation": stack, "detach": stack, "subscribe": stack, "firing": stack,
                "violation": stack,
            ]),
            "leftOut": Schema.object(
                [
                    "frames": Schema.count("Of stacks."), "victims": Schema.count("Of victims."),
                    "retainPathEdges": Schema.count("Of the path."),
                ], "What was left out to fit; explain and retain_path show it."),
        ])
    }()
}
