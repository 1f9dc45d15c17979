// SPDX-License-Identifier: Apache-2.0

import Foundation
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
            + caveats.filter { !doubts.contains($0) }.map { notification("warning", $0) }
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
        let leak = status.libraryLeak.map { "library leak \($0.name): \($0.sentence)" }
        let expires = status.suppression?.expires
        let reason = status.suppression.map {
            $0.reason + (expires.map { " (until \($0))" } ?? "")
        }
        return (leak ?? reason).map { justification in
            JSONValue([
                "kind": expires == nil && leak == nil ? "inSource" : "external",
                "status": "accepted", "justification": justification,
            ])
        }
    }
}

extension JSONValue {
    /// A text in SARIF. Brackets could form links and braces placeholders, so both are escaped (§
    /// 3.11).
    static func sarifMessage(_ text: String) -> JSONValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { TerminalEscape.escaped(String($0)) }.joined(separator: "\n")
        let escaped = shown.unicodeScalars.escaped { scalar in
            switch scalar {
            case "\\", "[", "]": "\\\(scalar)"
            case "{", "}": "\(scalar)\(scalar)"
            default: nil
            }
        }
        return ["text": .string(escaped)]
    }

    /// A place in the code, in the RIB tree, or both.
    ///
    /// - Parameters:
    ///   - place: A place in the repository; nil if unknown.
    ///   - scope: The place in the program, such as one in the RIB tree; empty for none.
    static func sarifLocation(
        _ place: SourcePlace?, scope: String = "", message: String? = nil
    ) -> JSONValue {
        let physical = place.map { place -> JSONValue in
            [
                "artifactLocation": ["uri": .string(uri(place.file)), "uriBaseId": "SRCROOT"],
                "region": JSONValue(known: [
                    "startLine": place.line, "startColumn": place.column,
                ]),
            ]
        }
        let logical: JSONValue = [["fullyQualifiedName": .string(scope), "kind": "module"]]
        return JSONValue(known: [
            "physicalLocation": physical, "logicalLocations": scope.isEmpty ? .null : logical,
            "message": message.map(sarifMessage),
        ])
    }

    /// A relative reference by RFC 3986. A colon in its first part would make that part a scheme.
    private static func uri(_ path: String) -> String {
        let allowed = CharacterSet.unreserved.union(CharacterSet(charactersIn: "/!$&'()*+,;=@"))
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    /// A place that may lie outside the repository, where it has no file.
    fileprivate static func sarifLocation(
        _ file: String?, _ line: Int?, message: String
    ) -> JSONValue {
        let place = file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, line) }
        return sarifLocation(place, message: message)
    }
}

extension RetainPath {
    /// The path as a code flow, with one step for each edge from the root to the object; nil for a
    /// path without edges.
    func sarif(type: String) -> JSONValue? {
        guard !steps.isEmpty else { return nil }
        let locations = steps.enumerated().map { index, step -> JSONValue in
            let message =
                step.holder + step.joinedLabel
                + (step.target.isEmpty ? "" : " → \(step.target)")
                + (step.isInferred ? " (inferred)" : "")
            return [
                "location": .sarifLocation(step.file, step.line, message: message),
                "importance": index == suspect ? "essential" : "important",
            ]
        }
        return [
            "message": .sarifMessage(title()),
            "threadFlows": [["locations": .array(locations)]],
        ]
    }
}

extension FindingStacks {
    /// The known stacks. The most useful one comes first.
    var sarif: [JSONValue] {
        let named: [(String, CallStack?)] = [
            ("done by", violation), ("value sent by", firing), ("subscribed by", subscribe),
            ("detached by", detach), ("made by", allocation),
        ]
        return named.compactMap { name, stack in
            guard let stack, !stack.frames.isEmpty else { return nil }
            return [
                "message": .sarifMessage(name), "frames": .array(stack.frames.map(Self.frame)),
            ]
        }
    }

    private static func frame(_ frame: StackFrame) -> JSONValue {
        [
            "location": .sarifLocation(frame.file, frame.line, message: frame.name),
            "module": .string(frame.module),
        ]
    }
}
