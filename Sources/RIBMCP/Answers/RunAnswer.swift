// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// What each answer about a run says beside what was asked for: which run, and what is not known.
struct RunAnswer {
    /// The run's name; nil for what needs no run, or several.
    private let name: String?
    /// The first caveats as they are shown, and how many are left out.
    private let caveats: [String]

    /// - Parameter caveats: What the answer may miss, one line each.
    init(_ run: ServedRun?, caveats: [String]) {
        name = run?.name
        let left = caveats.count - AnswerLimits.notes
        self.caveats =
            caveats.prefix(AnswerLimits.notes).map {
                InertText.line($0, atMost: AnswerLimits.noteLength)
            } + (left > 0 ? ["… \(left) more"] : [])
    }

    init(_ reading: RunLibrary.Reading) {
        self.init(reading.run, caveats: reading.errors + (reading.report?.caveats ?? []).lines)
    }

    /// Our line before what was asked for.
    var head: [String] { name.map { ["Run \(InertText.quoted($0))."] } ?? [] }

    /// What is quoted: the caveats, which have names in them, and what was asked for.
    func quoting(_ text: String) -> String {
        (caveats.isEmpty ? "" : caveats.map { "Caveat: \($0)\n" }.joined() + "\n") + text
    }

    var members: [String: JSONValue] {
        var members = ["caveats": JSONValue(caveats)]
        members["run"] = name.map { .string(InertText.line($0)) }
        return members
    }

    static let schema: [String: JSONValue] = [
        "run": Schema.text("The run's name."), "caveats": caveatsSchema,
    ]
    static let caveatsSchema = Schema.list(
        of: Schema.text("One line."), "What could not be known, and why. Empty for nothing.")
}

/// How much one answer has at most. An assistant reads all of it, and pays for each word.
enum AnswerLimits {
    /// Of the text of a tool's answer, in UTF-8.
    static let textBytes = 24 << 10
    /// Of the JSON of a tool's answer.
    static let structureBytes = 32 << 10
    /// Of what a page of elements may take of either, beside what stands around it.
    static let pageBytes = 16 << 10
    /// Of a resource.
    static let resourceBytes = 256 << 10
    /// Notes of one kind in an answer, such as caveats.
    static let notes = 5
    /// Characters of a note.
    static let noteLength = 300
}
