// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A report for people at a terminal.
public struct TextReport: Sendable {
    /// The default limit for findings, more than anyone reads at once.
    public static let usualLimit = 50
    private static let mostRuns = 8

    private let layout: TextLayout
    private let limit: Int?

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - isColored: True to mark kinds and places with colours.
    ///   - limit: How many findings to show, the most damaging first; nil for all.
    ///   - width: The columns after which a line is broken, at least 40; nil for no limit.
    ///   - isASCII: True to draw with ASCII and to escape all other characters.
    public init(
        isColored: Bool = false, limit: Int? = usualLimit, width: Int? = nil, isASCII: Bool = false
    ) {
        layout = TextLayout(
            isColored: isColored, width: width, alphabet: isASCII ? .ascii : .unicode)
        self.limit = limit
    }

    /// The whole report, ending with a line break.
    public func text(for report: RunReport) -> String {
        var lines = head(of: report)
        let new = report.newFindings
        let shown = new.prefix(limit ?? new.count)
        for (index, finding) in shown.enumerated() {
            lines.append(TextLine())
            lines += finding.lines(position: "\(index + 1) of \(new.count)", width: layout.width)
        }
        lines += TextLine.rest(new.count - shown.count, "more finding")
        lines += report.acceptedLines(limit) + report.unowned.lines + report.libraryLeakLines(limit)
        return layout.text(lines)
    }

    /// One finding as in the report, without colours, for the message of a failed test.
    public static func lines(for finding: Finding) -> [String] {
        TextLayout().lines(finding.lines())
    }

    private func head(of report: RunReport) -> [TextLine] {
        var lines = [Verdict(report).textLine]
        lines += report.runs.prefix(Self.mostRuns).map(\.line)
        lines += TextLine.more(report.runs.count - Self.mostRuns, indent: "  ")
        return lines + report.caveats.lines.map { TextLine("! \($0)", .caution) }
            + [report.foresightLine.map { TextLine("  \($0)") }].compactMap { $0 }
    }
}

extension RecordedProcess {
    /// The process, its start and its trace, as a line below the head of a report.
    package var line: TextLine {
        TextLine("  \(processName)")
            + TextLine(" (process \(processID)) at \(startedAt), \(trace)", .faint)
    }
}

extension RunReport {
    /// What a compared report knows beside its new findings: one line for each known, suppressed
    /// and fixed finding. None when all findings are new and none is fixed.
    fileprivate func acceptedLines(_ limit: Int?) -> [TextLine] {
        TextLine.list(
            knownFindings, limit, "finding is", "findings are", "known from the baseline"
        ) { finding in
            guard case .grown(let before, _) = finding.status.comparison else {
                return finding.line
            }
            return finding.line + TextLine("  \(finding.count)×, was \(before)×", .faint)
        }
            + TextLine.list(
                suppressedFindings, limit, "finding is", "findings are", "suppressed"
            ) { $0.line + TextLine("  \($0.status.acceptance ?? "")", .faint) }
            + TextLine.list(
                fixed, limit, "finding is", "findings are",
                "fixed, and still in the baseline: run ribleak baseline write"
            ) { Finding.line($0.kind, $0.ribPath, $0.type, $0.fingerprint) }
    }

    /// The library leaks, which do not count, each below what explains it; none when there are
    /// none.
    fileprivate func libraryLeakLines(_ limit: Int?) -> [TextLine] {
        let all = libraryLeaks
        guard !all.isEmpty else { return [] }
        let shown = all.prefix(limit ?? all.count)
        var lines = [
            TextLine(),
            TextLine(Quantity.counted(all.count, "library leak"), .caution)
                + TextLine(": not the project's mistake, and not counted"),
        ]
        var explained: Set<LibraryLeak> = []
        for leak in shown.compactMap(\.libraryLeak) where explained.insert(leak).inserted {
            lines.append(TextLine("  \(leak.name)", .strong) + TextLine(": \(leak.sentence)"))
            lines += shown.filter { $0.libraryLeak == leak }.map { TextLine("    ") + $0.line }
        }
        return lines + TextLine.more(all.count - shown.count, indent: "  ")
    }
}

extension TextLine {
    /// The lines that count what a report leaves out, and say how to see it; none for a whole one.
    package static func rest(_ count: Int, _ noun: String) -> [TextLine] {
        guard count > 0 else { return [] }
        return [
            TextLine(),
            TextLine("… and \(Quantity.counted(count, noun))")
                + TextLine("; --limit 0 or --format json shows all", .faint),
        ]
    }

    /// The line that counts what is left out; none for a whole list.
    static func more(_ count: Int, indent: String = "") -> [TextLine] {
        count > 0 ? [TextLine("\(indent)… \(count) more", .faint)] : []
    }

    /// A list below a line with its count, such as `2 findings are suppressed`; no lines for no
    /// elements.
    package static func list<Element>(
        _ all: [Element], _ limit: Int?, _ one: String, _ many: String, _ state: String,
        _ line: (Element) -> TextLine
    ) -> [TextLine] {
        guard !all.isEmpty else { return [] }
        let shown = all.prefix(limit ?? all.count)
        return [
            TextLine(), TextLine("\(Quantity.counted(all.count, one, many)) \(state)", .caution),
        ] + shown.map { TextLine("  ") + line($0) } + more(all.count - shown.count, indent: "  ")
    }
}

extension Finding {
    /// The line of a list.
    fileprivate var line: TextLine {
        Self.line(kind.rawValue, ribPath, type, fingerprint.description)
    }

    fileprivate static func line(
        _ kind: String, _ ribPath: String, _ type: String, _ fingerprint: String
    ) -> TextLine {
        TextLine("\(kind) at ") + TextLine(ribPath.isEmpty ? "an unknown place" : ribPath)
            + TextLine(": \(type)") + TextLine("  \(fingerprint)", .faint)
    }
}

/// How much of one finding to show.
package struct TextLimits: Equatable {
    /// Victims of the culprit.
    var victims = 10
    /// Lines of each call stack, with libraries folded; nil for whole stacks.
    var stackLines: Int? = 8
    /// Edges of the retain path. The suspect edge is always shown.
    var pathSteps = Int.max
    /// Call stacks, the most useful first.
    var stacks = Int.max

    /// The limits of a report.
    package static let usual = TextLimits()
    /// Whole stacks and lists.
    package static let whole = TextLimits(victims: .max, stackLines: nil)

    /// Tighter and tighter limits, for the little room of failed tests, comments and assistants.
    static let tighter = [
        usual,
        TextLimits(victims: 5, stackLines: 5, pathSteps: 12),
        TextLimits(victims: 3, stackLines: 3, pathSteps: 8),
        TextLimits(victims: 1, stackLines: 2, pathSteps: 5),
        TextLimits(victims: 1, stackLines: 1, pathSteps: 4),
        TextLimits(victims: 0, stackLines: 1, pathSteps: 3, stacks: 1),
        TextLimits(victims: 0, stackLines: 1, pathSteps: 3, stacks: 0),
    ]
}

extension UnownedSubscriptions {
    private static let mostSites = 5

    /// The last part of a report; no lines when there are none.
    var lines: [TextLine] {
        guard count > 0 else { return [] }
        let (have, were) = count == 1 ? ("has", "was") : ("have", "were")
        var lines = [
            TextLine(),
            TextLine("\(Quantity.counted(count, "live subscription")) ", .caution)
                + TextLine("\(have) no known owner, and \(were) not judged"),
        ]
        for site in sites.prefix(Self.mostSites) {
            let place = site.place?.textLine ?? TextLine("an unknown place", .faint)
            lines.append(TextLine("  \(site.count) by ") + place)
        }
        let left = sites.count - Self.mostSites
        if left > 0 {
            let places = Quantity.counted(left, "more place")
            lines.append(TextLine("  … \(places); ribleak subscriptions lists all", .faint))
        }
        return lines
    }
}
