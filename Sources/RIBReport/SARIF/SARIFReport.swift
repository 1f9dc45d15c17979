// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBText
import RIBTrace

/// Findings in SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which GitHub code
/// scanning and many editors read.
///
/// Files are relative to the place `SRCROOT`, the repository's root. GitHub refuses a whole file in
/// which one result has no file, so a finding without one is placed at the package manifest.
extension IssueReport {
    /// GitHub rejects files with more results in a run, and shows even fewer.
    private static let mostResults = 25_000

    /// The document, ending with a line break.
    ///
    /// - Parameter manifest: The file of findings of which no file is known, relative to the
    ///   repository's root.
    func sarif(manifest: String) -> String {
        let json: JSONValue = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [run(manifest)],
        ]
        return JSONText.encoded(json)
    }

    private func run(_ manifest: String) -> JSONValue {
        let results = issues.prefix(Self.mostResults).map { issue in
            let id = issue.rule.id
            return issue.sarif(manifest, rule: rules.firstIndex { $0.id == id } ?? 0)
        }
        let driver = JSONValue([
            "name": tool, "version": ToolVersion.current, "semanticVersion": ToolVersion.current,
            "rules": rules.map(Self.rule),
        ])
        return [
            "tool": ["driver": driver], "invocations": [invocation],
            "columnKind": "unicodeCodePoints", "results": .array(results),
            "originalUriBaseIds": [
                "SRCROOT": ["description": .sarifMessage("The root of the repository.")]
            ],
        ]
    }

    /// What could not be determined about the run.
    private var invocation: JSONValue {
        func notification(_ level: JSONValue, _ message: String) -> JSONValue {
            ["level": level, "message": .sarifMessage(message)]
        }
        var notifications =
            doubts.map { notification("error", $0) }
            + asides.map { notification("warning", $0) }
        let left = issues.count - Self.mostResults
        if left > 0 {
            let more = "\(Quantity.counted(left, "finding")) more, less damaging, left out"
            notifications.append(notification("warning", more))
        }
        return JSONValue([
            "executionSuccessful": doubts.isEmpty, "toolExecutionNotifications": notifications,
        ])
    }

    private static func rule(_ rule: IssueRule) -> JSONValue {
        let words = rule.id.split(separator: "-").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        return [
            "id": .string(rule.id), "name": .string(words.joined()),
            "shortDescription": .sarifMessage(rule.title),
            "fullDescription": .sarifMessage(rule.meaning), "help": .sarifMessage(rule.help),
            "defaultConfiguration": ["level": rule.isWarning ? "warning" : "error"],
            "properties": ["tags": ["memory", "RIBs"]],
        ]
    }

}

extension ReportedIssue {
    /// The issue as a result.
    ///
    /// - Parameter index: The index of its rule in the run's rules.
    fileprivate func sarif(_ manifest: String, rule index: Int) -> JSONValue {
        let fingerprint = fingerprint.description
        let isNote = status.libraryLeak != nil
        return JSONValue(known: [
            "ruleId": rule.id, "ruleIndex": index,
            "level": isNote ? "note" : rule.isWarning ? "warning" : "error",
            "message": JSONValue.sarifMessage(advice.joined(separator: "\n")),
            "locations": [
                JSONValue.sarifLocation(relativePlace(orManifest: manifest), scope: scope)
            ],
            "occurrenceCount": count,
            "partialFingerprints": JSONValue([
                "ribleak/v\(Fingerprint.version)": fingerprint,
                // GitHub distinguishes results by this key only.
                "primaryLocationLineHash": "\(fingerprint):1",
            ]),
            "stacks": recorded?.stacks.sarif ?? [],
            "codeFlows": recorded?.retainPath?.sarif(type: type).map { [$0] },
            "baselineState": Self.baselineState(of: status.comparison),
            "suppressions": Self.suppression(status).map { [$0] },
        ])
    }

    /// The states of § 3.27.24. A finding that occurs more often than before is an updated one.
    private static func baselineState(of comparison: FindingStatus.Comparison?) -> String? {
        switch comparison {
        case nil: nil
        case .new: "new"
        case .grown: "updated"
        case .known: "unchanged"
        }
    }

    /// A suppression that stands in the source, in the settings, or in ribleak's table of library
    /// leaks (§ 3.35).
    private static func suppression(_ status: FindingStatus) -> JSONValue? {
        let justification: String
        if let leak = status.libraryLeak {
            justification = "library leak \(leak.name): \(leak.sentence)"
        } else if let suppression = status.suppression {
            justification =
                suppression.reason + (suppression.expires.map { " (until \($0))" } ?? "")
        } else {
            return nil
        }
        let isInSource = status.suppression?.expires == nil && status.libraryLeak == nil
        return JSONValue([
            "kind": isInSource ? "inSource" : "external", "status": "accepted",
            "justification": justification,
        ])
    }
}
