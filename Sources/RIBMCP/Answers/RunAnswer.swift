// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// What each answer about a run says beside what was asked for: which run, and what is not known.
struct RunAnswer {
    let run: ServedRun
    private let caveats: [String]

    /// - Parameter caveats: What the answer may miss, one line each.
    init(_ run: ServedRun, caveats: [String]) {
        self.run = run
        self.caveats = Notes.shown(caveats)
    }

    init(_ reading: RunLibrary.Reading) {
        self.init(
            reading.run,
            caveats: reading.errors + (reading.report?.caveats ?? []).lines)
    }

    /// Our line before what was asked for.
    var head: [String] { ["Run \(InertText.quoted(run.name))."] }

    /// What is quoted: the caveats, which have names in them, and what was asked for.
    func quoting(_ text: String) -> String { Notes.lines(caveats) + text }

    var members: [String: JSONValue] {
        [
            "run": .string(InertText.line(run.name)),
            "caveats": .array(caveats.map(JSONValue.string)),
        ]
    }

    static let schema: [String: JSONValue] = [
        "run": Schema.text("The run's name."),
        "caveats": Schema.list(
            of: Schema.text("One line."), "What could not be known, and why. Empty for nothing."),
    ]
}

extension JSONValue {
    /// An object of the members of several parts of an answer.
    static func merging(_ parts: [String: JSONValue]...) -> JSONValue {
        .object(parts.reduce(into: [:]) { $0.merge($1) { $1 } })
    }
}
