// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBGate
import RIBReport
import RIBText

/// The report on a run in one format, as a resource: `ribleak://runs/NAME/report.json`.
///
/// `?from=20` begins with the 21st finding, for a report that is longer than one answer may be.
struct ReportResource: Equatable {
    /// The formats that are served, by the ends of their names.
    enum Format: String, CaseIterable {
        case json
        case markdown = "md"
        case text = "txt"

        fileprivate var facts: (report: ReportFormat, mimeType: String, noun: String) {
            switch self {
            case .json: (.json, "application/json", "JSON, by Reports/report.schema.json")
            case .markdown: (.markdown, "text/markdown", "Markdown")
            case .text: (.text, "text/plain", "text, as ribleak report prints it")
            }
        }
    }

    let run: String
    let format: Format
    /// The index of the first finding.
    var from = 0

    private static let base = "ribleak://runs/"
    private static let runsOnPage = 20

    var address: String {
        let name = run.addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
        return Self.base + name + "/report.\(format.rawValue)" + (from > 0 ? "?from=\(from)" : "")
    }

    init(run: String, format: Format, from: Int = 0) {
        (self.run, self.format, self.from) = (run, format, from)
    }

    /// Reads an address; nil for one that this server does not have.
    init?(_ address: String) {
        let form = /ribleak:\/\/runs\/([^\/?]*)\/report\.([a-z]+)(\?from=(.*))?/
        guard address.utf8.count <= 4_096, let parts = address.wholeMatch(of: form),
            let run = String(parts.1).removingPercentEncoding,
            let format = Format(rawValue: String(parts.2)), let from = Int(parts.4 ?? "0"),
            from >= 0
        else { return nil }
        self.init(run: run, format: format, from: from)
    }

    // MARK: - Lists

    static func templates(for revision: Revision) -> JSONValue {
        let template = JSONValue(known: [
            "uriTemplate": base + "{run}/report.{format}{?from}", "name": "report",
            "title": revision.hasStructuredContent ? "Report on a run" : nil,
            "description":
                "The report on a run. run: a name from list_runs. format: json, md or txt. from: the index "
                + "of the first finding, for a long report; 0 without it.",
        ])
        return ["resourceTemplates": [template]]
    }

    /// The reports on the newest runs, or those after a cursor.
    static func list(
        _ index: RunIndex, _ cursor: JSONValue?, for revision: Revision
    ) throws(ProtocolError) -> JSONValue {
        let call = ["resources/list", index.runs.first?.name ?? "", "\(index.runs.count)"]
        // What is no text is no cursor either.
        let page = Page(
            of: index.runs, named: call, from: cursor.map { $0.string ?? "" }, atMost: runsOnPage
        ) { _ in 0 }
        guard let page else {
            throw ProtocolError(
                .invalidParams, "the cursor is of another list; list from the beginning")
        }
        let resources = page.elements.flatMap { run in
            Format.allCases.map { ReportResource(run: run.name, format: $0).json(for: revision) }
        }
        return JSONValue(known: ["resources": resources, "nextCursor": page.cursor])
    }

    private func json(for revision: Revision) -> JSONValue {
        JSONValue(known: [
            "uri": address, "name": "report.\(format.rawValue) of \(run)",
            "title": revision.hasStructuredContent
                ? "Report on \(run) (\(format.rawValue))" : nil,
            "description": "The findings of the run \(run) as \(format.facts.noun).",
            "mimeType": format.facts.mimeType,
        ])
    }

    // MARK: - Reading

    /// - Parameter address: The member `uri` of a request.
    static func read(
        _ address: JSONValue?, in library: RunLibrary, for revision: Revision
    ) throws(ProtocolError) -> JSONValue {
        guard let address = address?.string else {
            throw ProtocolError(.invalidParams, "resources/read names a resource: \"uri\"")
        }
        guard let resource = ReportResource(address) else {
            throw missing(address, "resources/list names all", revision)
        }
        let report: RunReport
        do {
            let run = try library.index.run(named: resource.run)
            let known = try library.known()
            report = try library.report(on: run).report.compared(
                with: known.settings, baseline: known.baseline, today: .today())
        } catch {
            throw missing(address, error.inertLine, revision)
        }
        return try resource.contents(of: report)
    }

    private static func missing(
        _ address: String, _ reason: String, _ revision: Revision
    ) -> ProtocolError {
        ProtocolError(
            revision.hasHandshake ? .resourceNotFound : .invalidParams,
            "Resource not found: \(reason)",
            data: ["uri": .string(InertText.line(address, atMost: 200))])
    }

    private func contents(of report: RunReport) throws(ProtocolError) -> JSONValue {
        var count = max(0, report.findings.count - from)
        var text = text(of: report, count)
        while text.utf8.count > AnswerLimits.resourceBytes, count > 1 {
            count /= 2
            text = self.text(of: report, count)
        }
        guard text.utf8.count <= AnswerLimits.resourceBytes else {
            throw ProtocolError(
                .internalError,
                "one finding alone is longer than \(AnswerLimits.resourceBytes >> 10) KiB; the tool "
                    + "findings shows the most telling parts of it")
        }
        var contents = [["uri": address, "mimeType": format.facts.mimeType, "text": text]]
        let left = report.findings.count - from - count
        if left > 0 {
            let next = ReportResource(run: run, format: format, from: from + count).address
            let advice = "\(left) of \(report.findings.count) findings are left out; read \(next)"
            contents.append(["uri": next, "mimeType": "text/plain", "text": advice])
        }
        return JSONValue(["contents": contents.map { JSONValue($0) }])
    }

    private func text(of report: RunReport, _ count: Int) -> String {
        // The counts are still those of all findings.
        var part = report
        part.findings = Array(report.findings.dropFirst(from).prefix(count))
        let text = format.facts.report.document(for: part, style: ReportStyle(limit: nil))
        return format == .json ? InertText.document(text) : InertText.lines(text)
    }
}
