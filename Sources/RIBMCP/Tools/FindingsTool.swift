// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

extension RunLibrary {
    /// The answer of the tool `findings`.
    func findings(_ arguments: ToolArguments) throws -> ToolAnswer {
        let run = try index.run(named: arguments.text("run"))
        let (raw, reading) = try report(on: run)
        let known = try known()
        let report = raw.compared(with: known.settings, baseline: known.baseline, today: .today())
        let (kind, place) = (arguments.text("kind"), PlaceFilter(arguments.text("ribPath")))
        let onlyNew = arguments.flag("onlyNew")
        let all = report.findings.filter { finding in
            (kind == nil || finding.kind.rawValue == kind) && place.includes(finding.ribPath)
                && (!onlyNew || finding.status.isNew)
        }
        let shown = all.indices.lazy.map { index in
            ShownFinding(all[index], position: "\(index + 1) of \(all.count)")
        }
        let page = try arguments.page(
            of: shown, by: [reading.stamp, "\(all.count)"],
            atMost: arguments.count("limit") ?? 10, size: \.bytes)
        let verdict = Verdict(report)
        return ToolAnswer(
            head: ["Verdict: \(verdict.line)"],
            quoted: page.elements.map { $0.lines.map { $0 + "\n" }.joined() }
                .joined(separator: "\n"),
            notes: [page.elements.isEmpty ? "There is no such finding." : Self.nextCalls]
                + page.notes("findings"),
            run: reading.run, caveats: reading.caveats, page: page,
            members: [
                "verdict": verdict.line, "isClean": verdict.isClean,
                "isDoubtful": verdict.isDoubtful, "summary": Self.summary(of: report),
                "findings": page.elements.map(\.json),
            ])
    }

    private static let nextCalls =
        "explain with a fingerprint shows whole stacks; with a kind, such as leaked-router, its "
        + "cause and fix."

    private static func summary(of report: RunReport) -> JSONValue {
        let summary = report.summary
        return JSONValue([
            "tracked": summary.tracked, "leaks": summary.leaks,
            "inactiveFires": summary.inactiveFires, "warnings": summary.warnings,
            "dropped": Int(clamping: summary.dropped),
        ])
    }
}

/// A RIB path and what is below it.
struct PlaceFilter {
    /// Without a slash at its end; nil for all.
    private let path: String?

    /// - Parameter path: As answers show paths, or as they are.
    init(_ path: String?) {
        self.path = path.flatMap { path in
            let name = path.reversed().drop { $0 == "/" }.reversed()
            return name.isEmpty ? nil : InertText.line(String(name))
        }
    }

    func includes(_ ribPath: String) -> Bool {
        guard let path else { return true }
        let shown = InertText.line(ribPath)
        return shown == path || shown.hasPrefix("\(path)/")
    }

    /// What to say where nothing is at the path: the nearest place above it at which something is.
    ///
    /// - Parameter ribPaths: Where something is.
    /// - Returns: Nil when all places are asked for.
    func miss(among ribPaths: [String]) -> String? {
        guard let path else { return nil }
        let places = Set(ribPaths.map { InertText.line($0) })
        var above = Substring(path)
        while let slash = above.lastIndex(of: "/") {
            above = above[..<slash]
            if places.contains(String(above)) {
                return "Nothing is at \(InertText.quoted(path)) at that moment; the nearest place "
                    + "above it is \(InertText.quoted(String(above)))."
            }
        }
        return "Nothing is at \(InertText.quoted(path)) at that moment, nor above it."
    }
}
