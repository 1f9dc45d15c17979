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
package struct JUnitReport: Sendable {
    /// Creates a renderer.
    package init() {}

    /// The document, ending with a line break.
    package func text(for report: RunReport) -> String {
        let kinds = FindingKind.allCases.filter { kind in
            report.findings.contains { $0.kind == kind }
        }
        let suites =
            [Self.judgement(report)]
            + kinds.map { kind in
                Self.suite(kind, report.findings.filter { $0.kind == kind })
            }
        let doubts = report.doubts.isEmpty ? 0 : 1
        let root = MarkupElement(
            "testsuites",
            [
                ("name", "ribleak"), ("tests", "\(report.findings.count + 1)"),
                ("failures", "\(report.findings.count { !Self.isSkipped($0) })"),
                ("errors", "\(doubts)"),
                ("skipped", "\(report.findings.count(where: Self.isSkipped))"),
            ], suites)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.lines().joined(separator: "\n")
            + "\n"
    }

    private static func judgement(_ report: RunReport) -> MarkupElement {
        let doubts = CaveatLines.lines(for: report.doubts)
        let problem =
            doubts.isEmpty
            ? []
            : [
                MarkupElement(
                    "error", [("message", "the run could not be judged"), ("type", "ribleak")],
                    text: doubts.joined(separator: "\n"))
            ]
        let tracked = Quantity.counted(report.summary.tracked, "object")
        let test = MarkupElement(
            "testcase",
            [("classname", "ribleak"), ("name", "the run is judged (\(tracked) tracked)")], problem)
        return MarkupElement(
            "testsuite",
            [
                ("name", "ribleak"), ("tests", "1"), ("failures", "0"),
                ("errors", "\(problem.count)"), ("skipped", "0"),
            ], [test])
    }

    private static func suite(_ kind: FindingKind, _ findings: [Finding]) -> MarkupElement {
        MarkupElement(
            "testsuite",
            [
                ("name", kind.rawValue), ("tests", "\(findings.count)"),
                ("failures", "\(findings.count { !isSkipped($0) })"), ("errors", "0"),
                ("skipped", "\(findings.count(where: isSkipped))"),
            ], findings.map(testCase))
    }

    private static func isSkipped(_ finding: Finding) -> Bool {
        finding.kind.isWarning || !finding.status.isNew
    }

    private static func testCase(_ finding: Finding) -> MarkupElement {
        // GitLab drops a test case with the same name as another.
        let name = "\(finding.type) at \(finding.ribPath) [\(finding.fingerprint)]"
        var facts = [("classname", finding.kind.rawValue), ("name", name)]
        if let place = finding.relativePlace {
            facts += [("file", place.file), ("line", "\(place.line)")]
        }
        let message = (
            "message",
            [finding.headline, finding.acceptance].compactMap { $0 }.joined(separator: "; ")
        )
        let outcome =
            isSkipped(finding)
            ? MarkupElement("skipped", [message])
            : MarkupElement(
                "failure", [message, ("type", finding.kind.rawValue)],
                text: TextReport.lines(for: finding).joined(separator: "\n"))
        return MarkupElement("testcase", facts, [outcome])
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
        let facts = attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
        if content.isEmpty, text.isEmpty { return ["\(indent)<\(name)\(facts)/>"] }
        let (opening, closing) = ("\(indent)<\(name)\(facts)>", "</\(name)>")
        guard content.isEmpty else {
            return [opening] + content.flatMap { $0.lines(indent: indent + "  ") }
                + [indent + closing]
        }
        let inner = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { XMLText.escaped(String($0)) }.joined(separator: "\n")
        return ["\(opening)\(inner)\(closing)"]
    }
}
