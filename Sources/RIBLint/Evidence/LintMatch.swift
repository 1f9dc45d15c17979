// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBGate
import RIBText

/// Finds the mistakes in the sources that explain a finding of a run.
///
/// It goes by the edge that keeps the culprit alive, by the line and the function that subscribed
/// or made a closure, and by the functions that left a RIB attached. Where these fit several
/// places, nothing matches: a wrong cause is worse than none.
struct LintMatch {
    /// The rules that are about what a function subscribes, or about closures in it.
    private static let rulesOfFunctions: Set<String> = [
        "undisposed-subscription", "subscription-outlives-activity", "subscription-in-init",
        "strong-self-in-stored-closure", "business-logic-outside-activity",
        "timer-or-observer-kept",
    ]

    /// By place, without columns.
    private var byLine: [SourcePlace: [LintFinding]] = [:]
    /// By property, such as `Home.listener`.
    private var byProperty: [String: [LintFinding]] = [:]
    /// By function, such as `Home.didBecomeActive()`.
    private var byFunction: [String: [LintFinding]] = [:]

    init(_ findings: [LintFinding]) {
        for finding in findings {
            if let line = finding.sourceLine { byLine[line, default: []].append(finding) }
            if let type = finding.source.type, let name = Self.property(finding.source.subject) {
                byProperty["\(type).\(name)", default: []].append(finding)
            }
            if finding.source.member != nil {
                byFunction[finding.scope, default: []].append(finding)
            }
        }
    }

    /// The mistakes behind a finding, the surest first, each once.
    func mistakes(behind finding: Finding) -> [LintFinding] {
        let edges = edges(of: finding).compactMap { step -> String? in
            guard step.holderKind == .object, let name = Self.property(step.label) else {
                return nil
            }
            return "\(step.holder.prefix { $0 != "<" }).\(name)"
        }
        let found =
            edges.flatMap { byProperty[$0] ?? [] }
            + lines(of: finding).flatMap { byLine[$0] ?? [] }
            + onlyOne(inFunctionOf: finding) + forgottenDetach(of: finding)
        var seen: Set<Fingerprint> = []
        return found.filter { seen.insert($0.fingerprint).inserted }
    }

    /// The edges without any of which the culprit would be free: the suspect one, or a whole cycle.
    private func edges(of finding: Finding) -> [RetainPathStep] {
        guard let path = finding.retainPath else { return [] }
        let edges = path.reason == .cycle ? path.steps : [path.suspectStep].compactMap { $0 }
        // Without type information, or when it may be another closure, an edge proves nothing.
        return edges.filter { !$0.isInferred && !$0.isOneOfSeveral }
    }

    /// The lines that subscribed, that broke a rule of the lifecycle, or of a closure that keeps
    /// the culprit alive.
    private func lines(of finding: Finding) -> [SourcePlace] {
        let stacks = [finding.stacks.subscribe, finding.stacks.violation].compactMap { $0 }
        let frames = stacks.compactMap { finding.frame(in: $0) }.map { ($0.file, $0.line) }
        let closures = edges(of: finding).filter { $0.holderKind == .closure }
            .map { ($0.file, $0.line) }
        return (closures + frames).compactMap { file, line in
            file.flatMap { SourcePlace($0, line) }
        }
    }

    /// The mistakes of the only statement that has some in a function that made one subscription or
    /// closure: a statement may begin some lines above the call on the stack.
    private func onlyOne(inFunctionOf finding: Finding) -> [LintFinding] {
        let identity = finding.identity
        // The function of a holder such as `closure in Home.didBecomeActive()`.
        let closure = identity.holder.flatMap { holder in
            holder.range(of: " in ", options: .backwards).map { String(holder[$0.upperBound...]) }
        }
        guard identity.sites == 1, let function = identity.function ?? closure else { return [] }
        let files = lines(of: finding).map(\.file)
        return oneStatement(in: [function], of: Self.rulesOfFunctions)
            .filter { $0.place.map { files.contains($0.file) } ?? false }
    }

    /// The `unbalanced-attach` of the innermost function that has one, among those that led to
    /// where the view left or the child was attached.
    private func forgottenDetach(of finding: Finding) -> [LintFinding] {
        let stacks = [
            finding.kind == .viewGoneStillAttached ? finding.stacks.detach : nil,
            finding.isOfForgottenDetach ? finding.stacks.attach : nil,
        ].compactMap { $0 }
        return oneStatement(
            in: stacks.flatMap(\.frames).compactMap(\.function), of: ["unbalanced-attach"])
    }

    /// The mistakes in the first of the functions that has some, unless several statements have.
    private func oneStatement(in functions: [String], of rules: Set<String>) -> [LintFinding] {
        let found = functions.lazy.map {
            (byFunction[$0] ?? []).filter { rules.contains($0.rule.id) }
        }
        .first { !$0.isEmpty }
        return Set(found?.map(\.place?.line) ?? []).count == 1 ? found ?? [] : []
    }

    /// The property that a subject or a label begins with: `screens` for `self.screens[0].router`.
    private static func property(_ text: String) -> String? {
        let path = text.hasPrefix("self.") ? text.dropFirst("self.".count) : text[...]
        let name = path.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isWhole = ["", ".", "[", "?", "!"].contains(path.dropFirst(name.count).prefix(1))
        return name.isEmpty || !isWhole ? nil : String(name)
    }
}

extension RunReport {
    /// The report with the mistake in the sources that explains each finding, where one does.
    ///
    /// - Parameter document: What the analyser says of the sources. Settings do not count here: a
    ///   rule that is turned off would have said it too.
    package func foreseen(by document: LintDocument, in root: RepositoryRoot) -> RunReport {
        var report = self
        let match = LintMatch(document.findings(LintSettings(), in: root))
        for index in report.findings.indices {
            let mistake = match.mistakes(behind: report.findings[index]).first
            report.findings[index].foresight = mistake.flatMap { mistake in
                mistake.sourceLine.map { Foresight(mistake.rule.id, at: $0) }
            }
        }
        report.isLinted = true
        return report
    }
}
