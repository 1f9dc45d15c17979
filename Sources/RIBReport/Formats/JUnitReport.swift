// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// Findings as the results of tests, in the XML that CI servers read as JUnit's.
///
/// One test case a mistake: leaks and subscriptions that fired while inactive fail, warnings are
/// skipped. A suite is a kind of finding. That the run could be judged is a test case too, so that
/// a clean run shows as one that passed, and one that could not be judged as an error.
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
                ("failures", "\(report.findings.count { !$0.kind.isWarning })"),
                ("errors", "\(doubts)"), ("skipped", "\(report.summary.warnings)"),
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
                ("failures", kind.isWarning ? "0" : "\(findings.count)"), ("errors", "0"),
                ("skipped", kind.isWarning ? "\(findings.count)" : "0"),
            ], findings.map(testCase))
    }

    private static func testCase(_ finding: Finding) -> MarkupElement {
        // GitLab drops a test case whose name another one has.
        let name = "\(finding.type) at \(finding.ribPath) [\(finding.fingerprint)]"
        var facts = [("classname", finding.kind.rawValue), ("name", name)]
        if let place = finding.relativePlace {
            facts += [("file", place.file), ("line", "\(place.line)")]
        }
        let message = ("message", finding.headline)
        let outcome =
            finding.kind.isWarning
            ? MarkupElement("skipped", [message])
            : MarkupElement(
                "failure", [message, ("type", finding.kind.rawValue)],
                text: TextReport.lines(for: finding).joined(separator: "\n"))
        return MarkupElement("testcase", facts, [outcome])
    }
}

/// An element of an XML document with text or other elements in it, as lines.
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

    /// The element's lines, with what is in it indented by two spaces; but not text, which has to
    /// stay as it is.
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
