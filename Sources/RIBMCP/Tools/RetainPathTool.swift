// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

extension Tool {
    static let retainPath = Tool(
        name: "retain_path", title: "Show what keeps a leaked object alive",
        description: """
            Shows the chain of strong references that keeps one leaked object alive, from its root to \
            the object, with the property or capture of each edge and the line of each closure. The \
            suspect edge is the one to change. Use it when the path in findings is not enough, or was \
            too long to be shown there.
            """,
        parameters: [
            ToolParameter(
                "fingerprint", .text,
                "Of a finding, or its first 4 digits or more.", isRequired: true),
            .run, .cursor,
        ],
        output: [
            "fingerprint": Schema.text("The finding's."),
            "headline": Schema.text("What is wrong, in one line."),
            "reason": Schema.text(
                "From where the object is kept; null if unknown.", isNullable: true),
            "edges": Schema.list(
                of: Schema.object([
                    "holder": Schema.text("Who holds."),
                    "label": Schema.text("The property or capture."),
                    "target": Schema.text("What is held."),
                    "evidence": Schema.word("How it is known.", ["observed", "inferred"]),
                    "file": Schema.text("Of a closure.", isNullable: true),
                    "line": Schema.count("From 1.", isNullable: true),
                    "isSuspect": Schema.flag("Whether this edge should not be there."),
                ]), "From the root to the object."),
            "note": Schema.text("Why there is no path.", isNullable: true),
            "suspect": Schema.count(
                "The index of the suspect edge in the whole path.", isNullable: true),
            "omitted": Schema.count("Edges in the middle that the recorder left out."),
            "hint": Schema.text("How to mend it, where that is known.", isNullable: true),
        ].merging(Schema.run) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let digits = (arguments.text("fingerprint") ?? "").lowercased()
            guard case .finding? = ExplainedID(digits) else {
                throw ToolError(
                    "\(InertText.quoted(digits)): is not a fingerprint; give the first 4 to 16 digits of one "
                        + "that findings names")
            }
            let run = try library.index.run(named: arguments.text("run"))
            let (finding, reading) = try library.finding(digits, in: run)
            let path = finding.retainPath
            // An answer makes each member inert. These are already: a page counts their bytes.
            let edges = (path?.steps ?? []).enumerated().map { index, step in
                InertText.value(
                    JSONValue(step).adding(["isSuspect": .bool(index == path?.suspect)]))
            }
            let page = try arguments.page(
                of: edges, by: [reading.stamp], atMost: 100, size: \.bytes)
            return ToolAnswer(
                quoted: Tool.text(of: finding),
                notes: page.notes(
                    "edges; the text shows the most telling ones", opening: "JSON shows "),
                run: reading.run, caveats: reading.caveats, page: page,
                members: [
                    "fingerprint": .string(finding.fingerprint.description),
                    "headline": .string(finding.headline),
                    "reason": JSONValue(path.map { $0.title() }),
                    "edges": .array(page.elements),
                    "note": path?.steps.isEmpty == false
                        ? .null : JSONValue(finding.missingPath ?? Tool.noPath(finding)),
                    "suspect": JSONValue(path?.suspect),
                    "omitted": JSONValue(path?.omittedSteps ?? 0),
                    "hint": JSONValue(finding.hint),
                ])
        })

    private static func noPath(_ finding: Finding) -> String {
        finding.kind.isAboutKeptObject
            ? "nothing that can be seen retains it" : "a finding of this kind has no path"
    }

    private static let mostSteps = 60

    private static func text(of finding: Finding) -> String {
        let lines =
            finding.retainPath.map {
                $0.sections(to: finding.type, mostSteps: mostSteps)
                    .joined(separator: [TextLine()]).map(\.self)
            } ?? [TextLine(finding.missingPath ?? noPath(finding))]
        let hint = finding.hint.map { [TextLine(), TextLine("hint: \($0)")] } ?? []
        return TextLayout().text([TextLine(finding.headline), TextLine()] + lines + hint)
    }
}
