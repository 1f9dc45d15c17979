// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText

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
extension IssueReport {
    /// The document, ending with a line break.
    ///
    /// - Parameter isStrict: Whether the document must be valid by the published schemas.
    func junit(isStrict: Bool) -> String {
        let groups = Dictionary(grouping: issues, by: \.rule.id)
        let tests =
            [(tool, [judgement(isStrict)])]
            + rules.map { ($0.id, (groups[$0.id] ?? []).map { $0.testCase(isStrict) }) }
        let suites = tests.enumerated().map { suite($1.0, $0, isStrict, $1.1) }
        let sums = [("name", tool)] + Self.counts(of: tests.flatMap(\.1))
        let root = MarkupElement("testsuites", isStrict ? [] : sums, suites)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n")
            + "\n"
    }

    private func suite(
        _ name: String, _ number: Int, _ isStrict: Bool, _ tests: [MarkupElement]
    ) -> MarkupElement {
        let counts = Self.counts(of: tests)
        guard isStrict else { return MarkupElement("testsuite", [("name", name)] + counts, tests) }
        let facts = [
            ("name", name), ("package", tool), ("id", "\(number)"), ("timestamp", timestamp),
            ("hostname", "localhost"),
        ]
        return MarkupElement(
            "testsuite", facts + counts + [("time", "0")],
            [MarkupElement("properties", [])] + tests
                + [MarkupElement("system-out", []), MarkupElement("system-err", [])])
    }

    /// How many tests there are, and how many have each outcome, which is their only element.
    private static func counts(of tests: [MarkupElement]) -> [(String, String)] {
        let outcomes = [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
        return [("tests", "\(tests.count)")]
            + outcomes.map { key, outcome in
                (key, "\(tests.count { $0.content.first?.name == outcome })")
            }
    }

    /// The test that says whether all could be judged.
    private func judgement(_ isStrict: Bool) -> MarkupElement {
        let problem = MarkupElement(
            "error", [("message", unjudged), ("type", tool)],
            text: doubts.joined(separator: "\n"))
        return .testCase(tool, judged, nil, isStrict, doubts.isEmpty ? [] : [problem])
    }

    /// When the run began, such as `2026-01-02T03:04:05`: Ant's schema takes no time zone, and asks
    /// for a time.
    private var timestamp: String {
        let isTime = start.prefixMatch(of: /[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}/) != nil
        return isTime ? String(start.prefix(19)) : "1970-01-01T00:00:00"
    }
}

extension ReportedIssue {
    fileprivate var isSkipped: Bool { rule.isWarning || !status.isNew }

    fileprivate func testCase(_ isStrict: Bool) -> MarkupElement {
        let message = (
            "message", [headline, status.acceptance].compactMap { $0 }.joined(separator: "; ")
        )
        let outcome =
            isSkipped
            ? MarkupElement("skipped", [message])
            : MarkupElement(
                "failure", [message, ("type", rule.id)], text: plainLines.joined(separator: "\n"))
        // GitLab drops a test case with the same name as another.
        return .testCase(
            rule.id, "\(type) at \(lastingPlace) [\(fingerprint)]", relativePlace, isStrict,
            [outcome])
    }
}

extension MarkupElement {
    fileprivate static func testCase(
        _ suite: String, _ name: String, _ place: SourcePlace?, _ isStrict: Bool,
        _ outcome: [MarkupElement]
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

/// An XML element that contains text or other elements.
struct MarkupElement {
    fileprivate let name: String
    private let attributes: [(name: String, value: String)]
    fileprivate let content: [MarkupElement]
    private let text: String

    init(
        _ name: String, _ attributes: [(String, String)], _ content: [MarkupElement] = [],
        text: String = ""
    ) {
        (self.name, self.attributes, self.content, self.text) = (name, attributes, content, text)
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
