// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText

/// Findings as the results of tests, in the XML that CI servers read as JUnit's.
///
/// There is one test case for each finding and one suite for each kind. Leaks and subscriptions
/// that fired while inactive are failures; warnings, known and suppressed findings are skipped
/// tests. One more test case says whether the run could be judged. So a clean run shows as passed,
/// and a run that could not be judged as an error.
///
/// No file suits every reader. GitLab shows the `file` and the `line` of a test case, which no
/// schema allows. The strict form is valid by the schema of Jenkins' xunit plugin (`junit-10.xsd`)
/// and by that of Ant's task (`JUnit.xsd` of Windy Road), which asks for what only a test runner
/// knows: there, the tests take no time on `localhost`.
struct JUnitReport {
    /// Whether the document must be valid by the published schemas.
    var isStrict = false

    /// The document, ending with a line break.
    func text(for report: some IssueReport) -> String {
        let groups = Dictionary(grouping: report.issues, by: \.rule.id)
        let suites =
            [judgement(report)]
            + report.rules.map { rule in
                let issues = groups[rule.id] ?? []
                return Suite(
                    name: rule.id, tests: issues.map(testCase),
                    failures: issues.count { !Self.isSkipped($0) },
                    skipped: issues.count(where: Self.isSkipped))
            }
        let tool = report.wording.tool
        let start = Self.timestamp(report.start)
        let root = MarkupElement(
            "testsuites", isStrict ? [] : [("name", tool)] + Self.counts(of: suites),
            suites.enumerated().map { element($1, number: $0, of: tool, startedAt: start) })
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n")
            + "\n"
    }

    private struct Suite {
        let name: String
        let tests: [MarkupElement]
        var failures = 0
        var errors = 0
        var skipped = 0
    }

    private static func counts(of suites: [Suite]) -> [(String, String)] {
        func sum(_ count: (Suite) -> Int) -> String { "\(suites.reduce(0) { $0 + count($1) })" }
        return [
            ("tests", sum(\.tests.count)), ("failures", sum(\.failures)), ("errors", sum(\.errors)),
            ("skipped", sum(\.skipped)),
        ]
    }

    private func judgement(_ report: some IssueReport) -> Suite {
        let (doubts, wording) = (report.doubtLines, report.wording)
        let problem =
            doubts.isEmpty
            ? []
            : [
                MarkupElement(
                    "error", [("message", wording.unjudged), ("type", wording.tool)],
                    text: doubts.joined(separator: "\n"))
            ]
        let test = testCase(wording.tool, wording.judged, nil, problem)
        return Suite(name: wording.tool, tests: [test], errors: problem.count)
    }

    private func element(
        _ suite: Suite, number: Int, of tool: String, startedAt: String
    ) -> MarkupElement {
        guard isStrict else {
            return MarkupElement(
                "testsuite", [("name", suite.name)] + Self.counts(of: [suite]), suite.tests)
        }
        let facts = [
            ("name", suite.name), ("package", tool), ("id", "\(number)"),
            ("timestamp", startedAt), ("hostname", "localhost"),
        ]
        return MarkupElement(
            "testsuite", facts + Self.counts(of: [suite]) + [("time", "0")],
            [MarkupElement("properties", [])] + suite.tests
                + [MarkupElement("system-out", []), MarkupElement("system-err", [])])
    }

    private static func isSkipped(_ issue: some ReportedIssue) -> Bool {
        issue.rule.isWarning || !issue.status.isNew
    }

    private func testCase(_ issue: some ReportedIssue) -> MarkupElement {
        let message = (
            "message",
            [issue.headline, issue.status.acceptance].compactMap { $0 }.joined(separator: "; ")
        )
        let outcome =
            Self.isSkipped(issue)
            ? MarkupElement("skipped", [message])
            : MarkupElement(
                "failure", [message, ("type", issue.rule.id)],
                text: issue.lines.joined(separator: "\n"))
        // GitLab drops a test case with the same name as another.
        let name = "\(issue.gist.type) at \(issue.lastingPlace) [\(issue.fingerprint)]"
        return testCase(issue.rule.id, name, issue.relativePlace, [outcome])
    }

    private func testCase(
        _ suite: String, _ name: String, _ place: SourcePlace?, _ outcome: [MarkupElement]
    ) -> MarkupElement {
        var facts = [("classname", suite), ("name", name)]
        if isStrict {
            facts.append(("time", "0"))
        } else if let place {
            facts += [("file", place.file), ("line", "\(place.line)")]
        }
        return MarkupElement("testcase", facts, outcome)
    }
}

extension JUnitReport {
    /// A time such as `2026-01-02T03:04:05`: Ant's schema takes no time zone, and asks for a time.
    private static func timestamp(_ start: String) -> String {
        let isTime = start.prefixMatch(of: /[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}/) != nil
        return isTime ? String(start.prefix(19)) : "1970-01-01T00:00:00"
    }
}

/// An XML element that contains text or other elements.
struct MarkupElement {
    private let name: String
    private let attributes: [(name: String, value: String)]
    private let content: [MarkupElement]
    private let text: String

    init(
        _ name: String, _ attributes: [(String, String)], _ content: [MarkupElement] = [],
        text: String = ""
    ) {
        self.name = name
        self.attributes = attributes
        self.content = content
        self.text = text
    }

    /// The element's lines. Nested elements are indented by two spaces. Text is not, since blanks
    /// would change it.
    func lines(indent: String = "") -> [String] {
        let facts = attributes.map { " \($0.name)=\"\(MarkupText.xml($0.value))\"" }.joined()
        if content.isEmpty, text.isEmpty { return ["\(indent)<\(name)\(facts)/>"] }
        let (opening, closing) = ("\(indent)<\(name)\(facts)>", "</\(name)>")
        guard content.isEmpty else {
            return [opening] + content.flatMap { $0.lines(indent: indent + "  ") }
                + [indent + closing]
        }
        let inner = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { MarkupText.xml(String($0)) }.joined(separator: "\n")
        return ["\(opening)\(inner)\(closing)"]
    }
}
