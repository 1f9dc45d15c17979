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
        if omitsPath || others > limits.steps { members["otherHolders"] = nil }
        if omitsPath {
            members["retainPath"] = .null
            members["suspect"] = .null
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
        JSONValue(finding.place.map { JSONValue(["file": $0.file, "line": $0.line]) })
    }
}
