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
package struct SARIFReport: Sendable {
    /// GitHub rejects files with more results in a run, and shows even fewer.
    static let mostResults = 25_000

    private let manifest: String

    /// Creates a renderer.
    ///
    /// - Parameter manifest: The file of findings of which no file is known, relative to the
    ///   repository's root.
    package init(manifest: String = "Package.swift") {
        self.manifest = manifest
    }

    /// The document, ending with a line break.
    package func text(for report: some IssueReport) -> String {
        JSONText.encoded(Log(report, manifest))
    }

    private struct Log: Encodable {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        init(_ report: some IssueReport, _ manifest: String) {
            runs = [Run(report, manifest)]
        }

        enum CodingKeys: String, CodingKey {
            case version, runs
            case schema = "$schema"
        }
    }

    private struct Run: Encodable {
        let tool: Tool
        let invocations: [Invocation]
        let columnKind = "unicodeCodePoints"
        let originalUriBaseIds = ["SRCROOT": BaseID()]
        let results: [SARIFResult]

        init(_ report: some IssueReport, _ manifest: String) {
            let rules = report.rules
            tool = Tool(driver: Driver(name: report.wording.tool, rules: rules.map(SARIFRule.init)))
            invocations = [Invocation(report)]
            results = report.issues.prefix(SARIFReport.mostResults).map { issue in
                let id = issue.rule.id
                return SARIFResult(
                    issue, rule: rules.firstIndex { $0.id == id } ?? 0, manifest: manifest)
            }
        }
    }

    private struct Tool: Encodable {
        let driver: Driver
    }

    private struct Driver: Encodable {
        let name: String
        let version = ToolVersion.current
        let semanticVersion = ToolVersion.current
        let rules: [SARIFRule]
    }

    private struct BaseID: Encodable {
        let description = SARIFMessage("The root of the repository.")
    }

    /// What could not be determined about the run.
    private struct Invocation: Encodable {
        let executionSuccessful: Bool
        let toolExecutionNotifications: [Notification]

        init(_ report: some IssueReport) {
            let (doubts, others) = (report.doubtLines, report.asideLines)
            executionSuccessful = doubts.isEmpty
            var notifications =
                doubts.map { Notification(level: "error", message: SARIFMessage($0)) }
                + others.map { Notification(level: "warning", message: SARIFMessage($0)) }
            let left = report.issues.count - SARIFReport.mostResults
            if left > 0 {
                let more = "\(Quantity.counted(left, "finding")) more, less damaging, left out"
                notifications.append(Notification(level: "warning", message: SARIFMessage(more)))
            }
            toolExecutionNotifications = notifications
        }
    }

    private struct Notification: Encodable {
        let level: String
        let message: SARIFMessage
    }
}

/// A text in SARIF. Brackets could form links and braces placeholders, so both are escaped (§
/// 3.11).
struct SARIFMessage: Encodable {
    let text: String

    init(_ text: String) {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty { result += "\n" }
            result += TerminalEscape.escaped(String(line))
        }
        self.text = result.reduce(into: "") { text, character in
            switch character {
            case "\\", "[", "]": text += "\\\(character)"
            case "{", "}": text += "\(character)\(character)"
            default: text.append(character)
            }
        }
    }
}

/// An issue as a result of SARIF.
struct SARIFResult: Encodable {
    private let ruleId: String
    private let ruleIndex: Int
    private let level: String
    private let message: SARIFMessage
    private let locations: [SARIFLocation]
    private let occurrenceCount: Int
    private let partialFingerprints: [String: String]
    private let codeFlows: [SARIFCodeFlow]?
    private let stacks: [SARIFStack]
    private let baselineState: String?
    private let suppressions: [Suppression]?

    /// - Parameters:
    ///   - rule: The index of its rule in the run's rules.
    ///   - manifest: The file if none is known.
    init(_ issue: some ReportedIssue, rule: Int, manifest: String) {
        ruleId = issue.rule.id
        ruleIndex = rule
        level =
            issue.status.libraryLeak != nil ? "note" : issue.rule.isWarning ? "warning" : "error"
        message = SARIFMessage(issue.advice.joined(separator: "\n"))
        locations = [
            SARIFLocation(issue.relativePlace(orManifest: manifest), scope: issue.scope)
        ]
        occurrenceCount = issue.count
        let fingerprint = issue.fingerprint.description
        partialFingerprints = [
            "ribleak/v\(Fingerprint.version)": fingerprint,
            // GitHub distinguishes results by this key only.
            "primaryLocationLineHash": "\(fingerprint):1",
        ]
        let type = issue.gist.type
        codeFlows = issue.recorded?.retainPath.flatMap { SARIFCodeFlow($0, type: type) }.map {
            [$0]
        }
        stacks = issue.recorded.map { SARIFStack.all(of: $0.stacks) } ?? []
        baselineState = Self.baselineState(of: issue.status.comparison)
        suppressions = Suppression(issue.status).map { [$0] }
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

    /// A suppression that stands in the source, in the settings, or in ribleak's table of library leaks
    /// (§ 3.35).
    private struct Suppression: Encodable {
        let kind: String
        let status = "accepted"
        let justification: String

        init?(_ status: FindingStatus) {
            kind =
                status.suppression?.expires == nil && status.libraryLeak == nil
                ? "inSource" : "external"
            if let leak = status.libraryLeak {
                justification = "library leak \(leak.name): \(leak.sentence)"
            } else if let suppression = status.suppression {
                justification =
                    suppression.reason + (suppression.expires.map { " (until \($0))" } ?? "")
            } else {
                return nil
            }
        }
    }
}

/// A rule of SARIF.
struct SARIFRule: Encodable {
    private let id: String
    private let name: String
    private let shortDescription: SARIFMessage
    private let fullDescription: SARIFMessage
    private let help: SARIFMessage
    private let defaultConfiguration: Configuration
    private let properties = Properties()

    init(_ rule: IssueRule) {
        id = rule.id
        name = rule.id.split(separator: "-").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        .joined()
        shortDescription = SARIFMessage(rule.title)
        fullDescription = SARIFMessage(rule.meaning)
        help = SARIFMessage(rule.help)
        defaultConfiguration = Configuration(level: rule.isWarning ? "warning" : "error")
    }

    private struct Configuration: Encodable {
        let level: String
    }

    private struct Properties: Encodable {
        let tags = ["memory", "RIBs"]
    }
}
