// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

extension RunLibrary {
    /// The answer of the tool `retain_path`.
    func retainPath(_ arguments: ToolArguments) throws -> ToolAnswer {
        let (finding, reading) = try finding(namedBy: arguments)
        let path = finding.retainPath
        // An answer makes each member inert. These are already: a page counts their bytes.
        let edges = (path?.steps ?? []).enumerated().map { index, step in
            InertText.value(JSONValue(step).adding(["isSuspect": .bool(index == path?.suspect)]))
        }
        let page = try arguments.page(of: edges, by: [reading.stamp], atMost: 100, size: \.bytes)
        return ToolAnswer(
            quoted: Self.text(of: finding),
            notes: page.notes(
                "edges; the text shows the most telling ones", opening: "JSON shows "),
            run: reading.run, caveats: reading.caveats, page: page,
            members: [
                "fingerprint": finding.fingerprint.description, "headline": finding.headline,
                "reason": path.map { $0.title() }, "edges": page.elements,
                "note": edges.isEmpty ? finding.missingPath ?? Self.noPath(finding) : nil,
                "suspect": path?.suspect, "omitted": path?.omittedSteps ?? 0,
                "hint": finding.hint,
            ])
    }

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
