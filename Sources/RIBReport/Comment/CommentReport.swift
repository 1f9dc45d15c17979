// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBTrace

/// What a comment says beside the findings of a run.
package struct CommentContext: Sendable {
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

    /// Nil when no gate judged the run.
    package var ruling: Ruling?
    /// Where the repository's lines can be read; nil for places without links.
    package var code: CodeHost?
    /// The tested folder, relative to the repository's root; empty for the root. Each folder of a
    /// repository has a comment of its own.
    package var folder = ""
    /// How the counts developed over the last runs, in one line; nil when that is not known.
    package var trend: String?

    package init() {}
}

/// The comment of a pull request or merge request, in the Markdown of GitHub and GitLab.
///
/// It begins with a hidden marker by which the next run finds the comment and replaces its text.
/// The verdict comes first, then the new findings, then what is known, suppressed and fixed, and
/// library leaks.
package struct CommentReport: Sendable {
    /// The limit for the text, clearly below the 65,536 characters that GitHub takes.
    static let mostBytes = 60_000
    // The parts share the limit, so that none can push another one out. The head, whose lines are
    // clipped, and the foot take what is left.
    private static let mostBytesOfNew = 30_000
    private static let mostBytesOfList = 3_000
    /// So many findings have their details folded in; the others are short.
    private static let mostDetailed = 10
    private static let mostBytesOfDetails = 5_000

    private let context: CommentContext
    private let markdown: IssueMarkdown

    /// Creates a renderer.
    package init(_ context: CommentContext = CommentContext()) {
        self.context = context
        markdown = IssueMarkdown(mostCharacters: 300, host: context.code)
    }

    /// The hidden first line. It names the report and the tested folder, and has no character that
    /// could end it.
    ///
    /// - Parameter report: What distinguishes it from others of the folder; empty for that of runs.
    private func marker(_ report: String = "") -> String {
        let folder = context.folder.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
            return isPlain || "0123456789._/".unicodeScalars.contains(scalar)
                ? "\(scalar)" : "%\(String(scalar.value, radix: 16))"
        }
        let name = context.folder.isEmpty ? "." : String(folder.joined().prefix(200))
        return "<!-- ribleak comment: \(report.isEmpty ? "" : "\(report) ")\(name) -->\n"
    }

    /// The comment on a run, ending with a line break.
    package func text(for report: some IssueReport) -> String {
        let verdict = report.verdict
        let passed = context.ruling?.passed ?? verdict.isClean
        let sign = !passed ? "❌" : verdict.isDoubtful ? "⚠️" : "✅"
        return marker(report.wording.comment) + head(report.wording.tool, sign, verdict.line)
            + caveats(of: report) + newIssues(of: report) + fixed(in: report)
            + list("known from the baseline", report.issues(.known)) { markdown.line($0.gist) }
            + list("suppressed", report.issues(.suppressed)) {
                markdown.line($0.gist, $0.status.acceptance.map(markdown.plain))
            } + libraryLeaks(of: report) + notes + trend + foot
    }

    /// The comment on a run that left nothing to judge, ending with a line break.
    package var textWithoutRun: String {
        let sign = context.ruling?.passed == true ? "✅" : "❌"
        return marker() + head("ribleak", sign, "There is no run to judge.") + foot
    }

    // MARK: - Verdict

    private func head(_ tool: String, _ sign: String, _ verdict: String) -> String {
        let place = context.folder.isEmpty ? "" : " in \(markdown.plain(context.folder))"
        let ruling = context.ruling.map {
            "\n**The gate** \(IssueMarkdown(mostCharacters: 600).plain($0.line))\n"
        }
        return "### \(sign) \(tool)\(place): \(markdown.plain(verdict))\n"
            + (ruling ?? "")
    }

    private func caveats(of report: some IssueReport) -> String {
        IssueMarkdown.caveats(Self.fitting(report.caveatLines.map(markdown.plain)))
    }

    // MARK: - Issues

    private func newIssues(of report: some IssueReport) -> String {
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
    private func short(_ issue: some ReportedIssue) -> String {
        let place = issue.gist.place.map { " at \(markdown.plain($0))" } ?? ""
        let fix = issue.hint.map { "**Fix:** \(markdown.plain($0))" }
        let facts = issue.facts.map(markdown.text) + [fix].compactMap { $0 }
        return "\n#### \(issue.rule.title)\(place)\n\n\(markdown.text(issue.summary))\n\n"
            + facts.map { "- \($0)\n" }.joined()
    }

    /// The details, folded; empty when there are none.
    private func details(of issue: some ReportedIssue) -> String {
        issue.details(within: Self.mostBytesOfDetails).map {
            IssueMarkdown.folded($0.title, MarkdownText.block($0.lines))
        } ?? ""
    }

    private func fixed(in report: some IssueReport) -> String {
        let fixed = report.fixedIssues
        guard !fixed.isEmpty else { return "" }
        let count = Quantity.counted(fixed.count, "known finding")
        return "\n🎉 **\(count) fixed, thank you!** `\(report.wording.baselineCommand)` takes "
            + (fixed.count == 1 ? "it" : "them") + " out of the baseline.\n\n"
            + Self.lines(fixed) { markdown.line($0) }
    }

    private func list<Element>(
        _ state: String, _ all: [Element], _ line: (Element) -> String
    ) -> String {
        guard !all.isEmpty else { return "" }
        return IssueMarkdown.folded(
            "\(Quantity.counted(all.count, "finding")) \(state)", Self.lines(all, line))
    }

    private func libraryLeaks(of report: some IssueReport) -> String {
        let leaks = report.issues(.libraryLeak)
        guard !leaks.isEmpty else { return "" }
        return IssueMarkdown.folded(
            "\(Quantity.counted(leaks.count, "library leak")), not the project's mistake",
            Self.lines(leaks) { leak in
                markdown.line(leak.gist, leak.status.libraryLeak?.markdown)
            })
    }

    /// As many lines as there is room for, and the number of the others.
    private static func lines<Element>(
        _ all: [Element], _ line: (Element) -> String
    ) -> String {
        var room = mostBytesOfList
        var text = ""
        for (index, element) in all.enumerated() {
            let line = line(element)
            room -= line.utf8.count
            if room < 0 { return text + "- … \(all.count - index) more\n" }
            text += line
        }
        return text
    }

    // MARK: - The rest

    private var notes: String {
        guard let notes = context.ruling?.notes, !notes.isEmpty else { return "" }
        return IssueMarkdown.folded(
            "What else the gate says", MarkdownText.block(Self.fitting(notes)))
    }

    /// As many lines as there is room for, and the number of the others.
    private static func fitting(_ all: [String]) -> [String] {
        var room = mostBytesOfList
        let shown = all.prefix { line in
            room -= line.utf8.count + 1
            return room >= 0
        }
        let left = all.count - shown.count
        return shown + (left > 0 ? ["… \(left) more"] : [])
    }

    private var trend: String {
        context.trend.map { "\n📈 \(markdown.plain($0))\n" } ?? ""
    }

    private var foot: String {
        let commit = context.code.map { " at commit \($0.commit.prefix(12))" } ?? ""
        return "\n<sub>Written by ribleak \(ToolVersion.current)\(commit). This comment is updated "
            + "with each run.</sub>\n"
    }
}
