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
            lines += FindingText(finding: finding, width: layout.width)
                .lines(position: "\(index + 1) of \(new.count)")
        }
        lines += foot(hiding: new.count - shown.count)
        lines += AcceptedText(limit: limit).lines(for: report)
        lines += report.unowned.lines
        lines += AcceptedText(limit: limit).lines(forLibraryLeaksOf: report)
        return layout.text(lines)
    }

    private func foot(hiding count: Int) -> [TextLine] {
        guard count > 0 else { return [] }
        let more = TextLine("… and \(Quantity.counted(count, "more finding", "more findings"))")
        return [
            TextLine(), more + TextLine("; --limit 0 or --format json shows all", .faint),
        ]
    }

    /// One finding as in the report, without colours, for the message of a failed test.
    public static func lines(for finding: Finding) -> [String] {
        TextLayout().lines(FindingText(finding: finding).lines())
    }

    private func head(of report: RunReport) -> [TextLine] {
        let verdict = Verdict(report)
        let (sign, style): (String, TextStyle) =
            verdict.isDoubtful ? ("!", .caution) : verdict.isClean ? ("✓", .calm) : ("✗", .alarm)
        var lines = [TextLine("\(sign) \(verdict.line)", style)]
        for run in report.runs.prefix(Self.mostRuns) {
            lines.append(
                TextLine("  \(run.processName)")
                    + TextLine(
                        " (process \(run.processID)) at \(run.startedAt), \(run.trace)", .faint))
        }
        let left = report.runs.count - Self.mostRuns
        if left > 0 { lines.append(TextLine("  … \(left) more", .faint)) }
        return lines + CaveatLines.lines(for: report.caveats).map { TextLine("! \($0)", .caution) }
            + [report.foresightLine.map { TextLine("  \($0)") }].compactMap { $0 }
    }
}

/// Writes what a compared report knows beside its new findings: one line for each known, suppressed
/// and fixed finding.
package struct AcceptedText {
    /// The most lines of each list; nil for all.
    private let limit: Int?

    /// - Parameter limit: The most lines of each list; nil for all.
    package init(limit: Int?) { self.limit = limit }

    /// - Returns: No lines when all findings are new and none is fixed.
    func lines(for report: RunReport) -> [TextLine] {
        list(
            report.knownFindings, "finding is", "findings are", "known from the baseline"
        ) { finding in
            let line = Self.line(
                finding.kind.rawValue, finding.ribPath, finding.type,
                finding.fingerprint.description)
            guard case .grown(let before, _) = finding.status.comparison else { return line }
            return line + TextLine("  \(finding.count)×, was \(before)×", .faint)
        }
            + list(report.suppressedFindings, "finding is", "findings are", "suppressed") {
                Self.line($0.kind.rawValue, $0.ribPath, $0.type, $0.fingerprint.description)
                    + TextLine("  \($0.status.acceptance ?? "")", .faint)
            }
            + list(
                report.fixed, "finding is", "findings are",
                "fixed, and still in the baseline: run ribleak baseline write"
            ) { Self.line($0.kind, $0.ribPath, $0.type, $0.fingerprint) }
    }

    /// The library leaks, which do not count, each below what explains it.
    ///
    /// - Returns: No lines when there are none.
    func lines(forLibraryLeaksOf report: RunReport) -> [TextLine] {
        let all = report.libraryLeaks
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
            lines += shown.filter { $0.libraryLeak == leak }.map {
                TextLine("    ")
                    + Self.line(
                        $0.kind.rawValue, $0.ribPath, $0.type, $0.fingerprint.description)
            }
        }
        let left = all.count - shown.count
        return lines + (left > 0 ? [TextLine("  … \(left) more", .faint)] : [])
    }

    /// A list below a line with its count, such as `2 findings are suppressed`.
    ///
    /// - Returns: No lines for no elements.
    package func list<Element>(
        _ all: [Element], _ one: String, _ many: String, _ state: String,
        _ line: (Element) -> TextLine
    ) -> [TextLine] {
        guard !all.isEmpty else { return [] }
        let left = all.count - min(limit ?? all.count, all.count)
        return [
            TextLine(), TextLine("\(Quantity.counted(all.count, one, many)) \(state)", .caution),
        ] + all.prefix(limit ?? all.count).map { TextLine("  ") + line($0) }
            + (left > 0 ? [TextLine("  … \(left) more", .faint)] : [])
    }

    private static func line(
        _ kind: String, _ ribPath: String, _ type: String, _ fingerprint: String
    ) -> TextLine {
        TextLine("\(kind) at ") + TextLine(ribPath.isEmpty ? "an unknown place" : ribPath)
            + TextLine(": \(type)") + TextLine("  \(fingerprint)", .faint)
    }
}

/// How much of one finding to show.
struct TextLimits: Equatable {
    /// Victims of the culprit.
    var victims = 10
    /// Lines of each call stack.
    var stackLines = 8
    /// Edges of the retain path. The suspect edge is always shown.
    var pathSteps = Int.max
    /// Call stacks, the most useful first.
    var stacks = Int.max

    /// The limits of a report.
    static let usual = TextLimits()

    /// Tighter and tighter limits, for when there is little room.
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
            let place = site.place.map(StackText.line) ?? TextLine("an unknown place", .faint)
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
