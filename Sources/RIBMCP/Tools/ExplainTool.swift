// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBReport
import RIBRuns
import RIBText

extension RunLibrary {
    /// The answer of the tool `explain`.
    func explain(_ arguments: ToolArguments) throws -> ToolAnswer {
        let asked = arguments.text("id") ?? ""
        guard let id = ExplainedID(asked) else {
            let near = FindingKind.allCases.map(\.rawValue).nearest(to: asked)
            throw ToolError(
                "\(InertText.quoted(asked)): is not an id; "
                    + (near.map { "did you mean \($0)?" } ?? "give \(ExplainedID.forms)"))
        }
        switch id {
        case .kind(let kind):
            return try Self.explanation(of: "kind", TextLayout().text(for: kind), arguments)
        case .finding(let digits):
            let run = try index.run(named: arguments.text("run"))
            let (finding, reading) = try finding(digits, in: run)
            return try Self.explanation(
                of: "finding", TextLayout().text(for: finding), run: reading.run,
                caveats: reading.caveats, stamp: reading.stamp,
                finding: ShownFinding(finding).json, arguments)
        case .object(let number, _):
            return try story(of: id, arguments) { try Explanation(ofObject: number, in: $0) }
        case .subscription(let number, _):
            return try story(of: id, arguments) { try Explanation(ofSubscription: number, in: $0) }
        }
    }

    /// - Parameter read: Reads what happened to the subject in one trace.
    private func story(
        of id: ExplainedID, _ arguments: ToolArguments,
        _ read: (String) throws -> Explanation
    ) throws -> ToolAnswer {
        let run = try index.run(named: arguments.text("run"))
        let (all, errors, stamp) = try readEach(of: run, read)
        let found = try Explanation.one(id, in: all)
        guard let (story, caveats) = found.story(symbolizer) else {
            throw ToolError(found.trace + ": has no such number")
        }
        // Such as `object` for `object:17`.
        let subject = String(id.description.prefix { $0 != ":" })
        return try Self.explanation(
            of: subject, TextLayout().text(for: story, isOfOnlyProcess: all.count == 1), run: run,
            caveats: errors + all.compactMap(\.gaps) + caveats.lines, stamp: stamp, arguments)
    }

    /// - Parameter run: Nil for what needs no run.
    static func explanation(
        of subject: String, _ text: String, run: ServedRun? = nil, caveats: [String] = [],
        stamp: String = "", finding: JSONValue = .null, _ arguments: ToolArguments
    ) throws -> ToolAnswer {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // A page takes its first line however long that is.
            .map { String($0.prefix(2_000)) }
        let page = try arguments.page(
            of: lines, by: [stamp], atMost: .max, room: AnswerLimits.pageBytes / 2
        ) { InertText.fenced($0).utf8.count + 1 }
        let shown = page.elements.joined(separator: "\n")
        return ToolAnswer(
            quoted: shown, notes: page.notes("lines"), run: run, caveats: caveats, page: page,
            members: [
                "id": arguments.text("id") ?? arguments.text("fingerprint"), "subject": subject,
                ToolAnswer.textMember: shown,
                // The tool's schema requires the member, also without a run.
                "finding": finding, "run": run?.name,
            ])
    }
}

extension RunLibrary {
    /// The finding whose fingerprint a call names, in the run that it names.
    func finding(namedBy arguments: ToolArguments) throws -> (finding: Finding, reading: Reading) {
        let digits = (arguments.text("fingerprint") ?? "").lowercased()
        guard case .finding? = ExplainedID(digits) else {
            throw ToolError(
                "\(InertText.quoted(digits)): is not a fingerprint; give the first 4 to 16 digits "
                    + "of one that findings names")
        }
        return try finding(digits, in: try index.run(named: arguments.text("run")))
    }

    /// The finding that an id names, in a run's report.
    func finding(
        _ digits: String, in run: ServedRun
    ) throws -> (finding: Finding, reading: Reading) {
        let (report, reading) = try report(on: run)
        let named = report.namingLibraryLeaks(try known().settings)
        return (try Explanation.finding(digits, in: named.findings), reading)
    }
}
