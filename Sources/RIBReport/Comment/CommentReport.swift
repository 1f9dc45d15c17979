// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBTrace

/// The comment of a pull request or merge request, in the Markdown of GitHub and GitLab.
///
/// It begins with a hidden marker by which the next run finds the comment and replaces its text.
/// The verdict comes first, then the new findings, then what is known, suppressed and fixed, and
/// library leaks.
package struct CommentReport: Sendable {
    /// How the gate judged the run.
    package struct Ruling: Sendable {
        let passed: Bool
        /// The outcome and its reason, such as `failed: 1 new leak (allowed 0), …`.
        let line: String
        /// What else the gate says, one line each.
        let notes: [String]

        package init(passed: Bool, line: String, notes: [String]) {
            (self.passed, self.line, self.notes) = (passed, line, notes)
        }
    }

    /// The limit for the text, clearly below the 65,536 characters that GitHub takes.
    static let mostBytes = 60_000
    // The parts share the limit, so that none can push another one out. The head, whose lines are
    // clipped, and the foot take what is left.
    private static let mostBytesOfNew = 30_000
    private static let mostBytesOfList = 3_000
    /// So many findings have their details folded in; the others are short.
    private static let mostDetailed = 10
    private static let mostBytesOfDetails = 5_000

    /// Nil when no gate judged the run.
    package var ruling: Ruling?
    /// Where the repository's lines can be read; nil for places without links.
    package var code: CodeHost?
    /// The tested folder, relative to the repository's root; empty for the root. Each folder of a
    /// repository has a comment of its own.
    package var folder = ""
    /// How the counts developed over the last runs, in one line; nil when that is not known.
    package var trend: String?

    /// Creates a comment that says nothing beside its report.
    package init() {}

    private var markdown: IssueMarkdown { IssueMarkdown(mostCharacters: 300, host: code) }

    /// The hidden first line. It names the report and the tested folder, and has no character that
    /// could end it.
    ///
    /// - Parameter report: What distinguishes it from others of the folder; empty for that of runs.
    private func marker(_ report: String = "") -> String {
        let plain = folder.unicodeScalars.escaped { scalar in
            let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
            return isPlain || "0123456789._/".unicodeScalars.contains(scalar)
                ? nil : "%\(String(scalar.value, radix: 16))"
        }
        let name = folder.isEmpty ? "." : plain.prefix(200)
        return "<!-- ribleak comment: \(report.isEmpty ? "" : "\(report) ")\(name) -->\n"
    }

    /// The comment on a report, ending with a line break.
    package func text(for report: IssueReport) -> String {
        let verdict = report.verdict
        let passed = ruling?.passed ?? verdict.isClean
        let sign = !passed ? "❌" : verdict.isDoubtful ? "⚠️" : "✅"
        let caveats = IssueMarkdown.caveats(Self.fitting(report.caveats.map(markdown.plain)))
        return marker(report.comment) + head(report.tool, sign, verdict.line) + caveats
            + newIssues(of: report) + fixed(in: report)
            + markdown.lists(in: report) { Self.fitting($0, "- ") } + notes
            + (trend.map { "\n📈 \(markdown.plain($0))\n" } ?? "") + foot
    }

    /// The comment on a run that left nothing to judge, ending with a line break.
    package var textWithoutRun: String {
        let sign = ruling?.passed == true ? "✅" : "❌"
        return marker() + head("ribleak", sign, "There is no run to judge.") + foot
    }

    private func head(_ tool: String, _ sign: String, _ verdict: String) -> String {
        let place = folder.isEmpty ? "" : " in \(markdown.plain(folder))"
        let ruled = ruling.map {
            "\n**The gate** \(IssueMarkdown(mostCharacters: 600).plain($0.line))\n"
        }
        return "### \(sign) \(tool)\(place): \(markdown.plain(verdict))\n" + (ruled ?? "")
    }

    private func newIssues(of report: IssueReport) -> String {
        var room = Self.mostBytesOfNew
        var (text, left) = ("", 0)
        for (index, issue) in report.issues(.new).enumerated() {
            let short = short(issue)
            let forms = [index < Self.mostDetailed ? short + details(of: issue) : short, short]
            guard let form = forms.first(where: { $0.utf8.count <= room }) else {
                left += 1
                continue
            }
            room -= form.utf8.count
            text += form
        }
        guard left > 0 else { return text }
        let more = Quantity.counted(left, "more new finding")
        return text + "\n… and \(more) that did not fit here: the reports of this run have all.\n"
    }

    /// What is wrong, why, where, and how to fix it, with each line of code linked.
    private func short(_ issue: any ReportedIssue) -> String {
        let place = markdown.plain(issue.listedPlace)
        let command = issue.recorded?.fixCommand.map { " `\($0)` makes the change." } ?? ""
        let fix = issue.hint.map { "**Fix:** \(markdown.plain($0))\(command)" }
        let facts = issue.facts(markdown) + [fix].compactMap { $0 }
        return "\n#### \(issue.rule.title) at \(place)\n\n\(issue.summary(markdown))\n\n"
            + facts.map { "- \($0)\n" }.joined()
    }

    /// The retain path and the stacks, folded; empty when there are none, or no room for them.
    private func details(of issue: any ReportedIssue) -> String {
        guard var finding = issue.recorded else { return "" }
        // The reader has another run, in which objects have other numbers.
        finding.explainedBy = finding.fingerprint.description
        return finding.lines(within: Self.mostBytesOfDetails).map {
            IssueMarkdown.folded("Retain path and call stacks", MarkdownText.block($0))
        } ?? ""
    }

    private func fixed(in report: IssueReport) -> String {
        let fixed = report.fixed
        guard !fixed.isEmpty else { return "" }
        let count = Quantity.counted(fixed.count, "known finding")
        return "\n🎉 **\(count) fixed, thank you!** `\(report.baselineCommand)` takes "
            + (fixed.count == 1 ? "it" : "them") + " out of the baseline.\n\n"
            + Self.fitting(fixed.map { markdown.line($0) }, "- ").map { $0 + "\n" }.joined()
    }

    private var notes: String {
        guard let notes = ruling?.notes, !notes.isEmpty else { return "" }
        return IssueMarkdown.folded(
            "What else the gate says", MarkdownText.block(Self.fitting(notes)))
    }

    /// As many lines as there is room for, and the number of the others.
    private static func fitting(_ all: [String], _ start: String = "") -> [String] {
        var room = mostBytesOfList
        let shown = all.prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }
        let left = all.count - shown.count
        return shown + (left > 0 ? ["\(start)… \(left) more"] : [])
    }

    private var foot: String {
        let commit = code.map { " at commit \($0.commit.prefix(12))" } ?? ""
        return "\n<sub>Written by ribleak \(ToolVersion.current)\(commit). This comment is updated "
            + "with each run.</sub>\n"
    }
}
