// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBReport
import RIBText

extension RunLibrary {
    /// The answer of the tool `list_runs`.
    func listRuns(_ arguments: ToolArguments) throws -> ToolAnswer {
        let index = index
        let runs = index.runs
        // Files are only looked at for the runs of the page.
        let listed = runs.lazy.map { ListedRun($0, isNewest: $0 == runs.first) }
        let page = try arguments.page(
            of: listed, by: [runs.first?.name ?? "", "\(runs.count)"],
            atMost: arguments.count("limit") ?? 20
        ) { max($0.json.bytes, $0.line.utf8.count + 1) }
        let count = Quantity.counted(runs.count, "run")
        return ToolAnswer(
            head: [runs.isEmpty ? index.emptiness : "\(count), newest first:"],
            quoted: page.elements.map { $0.line + "\n" }.joined(),
            notes: page.notes("runs", opening: "", closing: ""), page: page,
            members: ["runs": page.elements.map(\.json)])
    }
}

/// A run with what its files say without being read.
private struct ListedRun {
    let json: JSONValue
    let line: String

    private static let mostTraces = 8

    init(_ run: ServedRun, isNewest: Bool) {
        let facts = run.traces.flatMap(FolderFacts.files)
        // Sparse files may claim any size.
        let bytes = facts.reduce(0) { sum, file in
            let (total, overflows) = sum.addingReportingOverflow(file.size)
            return overflows ? Int.max : total
        }
        let changed = facts.map(\.changed).max()?.formatted(.iso8601)
        let traces = run.traces.map { trace in
            InertText.line(trace.split(separator: "/").last.map(String.init) ?? trace, atMost: 200)
        }
        json = InertText.value(
            JSONValue([
                "name": run.name, "folder": run.folder,
                "traces": Array(traces.prefix(Self.mostTraces)), "traceCount": traces.count,
                "bytes": bytes, "changed": changed, "isNewest": isNewest,
            ]))
        let shown = traces.cut(to: Self.mostTraces) { "… \($0) more" }.joined(separator: ", ")
        line =
            "\(run.name)  \(shown)  \(Quantity.bytes(bytes))"
            + (changed.map { ", changed \($0)" } ?? "")
    }
}

extension JSONValue {
    /// How many bytes it takes on a line.
    var bytes: Int { JSONText.line(self).utf8.count }
}
