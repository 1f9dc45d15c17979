// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// A finding in the JSON report.
package struct JSONFinding: Encodable {
    private let finding: Finding

    package init(_ finding: Finding) {
        self.finding = finding
    }

    private enum CodingKeys: String, CodingKey {
        case kind, ribPath, type, fingerprint, explain, count, victims, test, stacks,
            truncatedStacks
        case otherHolders, moreHolders
        case retainPath, retainPathNote, retention, suspect, hint, subscription, late, violation,
            endedWithTree, keptUntil, growth, status, suppression, libraryLeak, foreseenBy
    }

    /// Writes every key of the contract, including those with absent facts.
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(finding.kind.rawValue, forKey: .kind)
        try object.encode(finding.ribPath, forKey: .ribPath)
        try object.encode(finding.type, forKey: .type)
        try object.encode(finding.fingerprint.description, forKey: .fingerprint)
        try object.encode(finding.explainedBy, forKey: .explain)
        try object.encode(finding.count, forKey: .count)
        try object.encode(finding.victims.map { JSONRelatedObject($0) }, forKey: .victims)
        try object.encode(finding.test, forKey: .test)
        let stacks = JSONStacks(finding.stacks)
        try object.encode(stacks, forKey: .stacks)
        try object.encode(stacks.truncated, forKey: .truncatedStacks)
        let path = finding.retainPath.flatMap { $0.steps.isEmpty ? nil : $0 }
        try object.encode(path?.steps.map(JSONRetainPathStep.init), forKey: .retainPath)
        try object.encode(path == nil ? noteOnMissingPath : nil, forKey: .retainPathNote)
        try object.encode(path?.suspect, forKey: .suspect)
        try object.encode(finding.retainPath.map(JSONRetention.init), forKey: .retention)
        if let path, !path.otherHolders.isEmpty {
            try object.encode(path.otherHolders.map(JSONOtherHolder.init), forKey: .otherHolders)
            if path.moreHolders > 0 { try object.encode(path.moreHolders, forKey: .moreHolders) }
        }
        try object.encode(finding.hint, forKey: .hint)
        if finding.kind.isAboutSubscription || finding.subscription != nil {
            try object.encode(
                finding.subscription.map(JSONFindingSubscription.init), forKey: .subscription)
        }
        if finding.kind == .lateDeallocation {
            try object.encode(finding.late.map(LateEntry.init), forKey: .late)
        }
        try object.encodeIfPresent(finding.growth.map(GrowthEntry.init), forKey: .growth)
        if finding.endedWithTree { try object.encode(true, forKey: .endedWithTree) }
        try object.encodeIfPresent(
            finding.keptUntil.map(KeptUntilEntry.init), forKey: .keptUntil)
        if finding.kind == .lifecycleViolation {
            try object.encode(finding.violation.map(JSONViolation.init), forKey: .violation)
        }
        try object.encodeIfPresent(word, forKey: .status)
        try object.encodeIfPresent(
            finding.status.suppression.map(SuppressionEntry.init), forKey: .suppression)
        try object.encodeIfPresent(
            finding.libraryLeak.map(LibraryLeakEntry.init), forKey: .libraryLeak)
        try object.encodeIfPresent(
            finding.foresight.map(ForesightEntry.init), forKey: .foreseenBy)
    }

    /// Until when something kept it. Only of a leak that ended before its tree did.
    private struct KeptUntilEntry: Encodable {
        let ribPath: String?
        let afterNanoseconds: UInt64?

        init(_ kept: KeptUntil) { (ribPath, afterNanoseconds) = (kept.ribPath, kept.nanoseconds) }
    }

    /// The mistake in the sources that explains it. Only in a report that was given them.
    private struct ForesightEntry: Encodable {
        let rule: String
        let file: String
        let line: Int

        init(_ foresight: Foresight) {
            (rule, file, line) = (foresight.rule, foresight.file, foresight.line)
        }
    }

    /// Nil for a library leak too, which no baseline has.
    private var word: String? {
        guard finding.libraryLeak == nil else { return nil }
        return switch finding.status.comparison {
        case nil: nil
        case .new: "new"
        case .grown: "grown"
        case .known: "known"
        }
    }

    private struct LibraryLeakEntry: Encodable {
        let name: String
        let description: String
        let link: String?
        let isBuiltIn: Bool

        init(_ leak: LibraryLeak) {
            (name, description, link) = (leak.name, leak.explanation, leak.link)
            isBuiltIn = leak.isBuiltIn
        }

        private enum CodingKeys: String, CodingKey {
            case name, description, link, isBuiltIn
        }

        /// Writes every key, including an absent link.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(name, forKey: .name)
            try object.encode(description, forKey: .description)
            try object.encode(link, forKey: .link)
            try object.encode(isBuiltIn, forKey: .isBuiltIn)
        }
    }

    private struct SuppressionEntry: Encodable {
        let reason: String
        let expires: String?

        init(_ suppression: FindingStatus.Suppression) {
            (reason, expires) = (suppression.reason, suppression.expires)
        }
    }

    private struct GrowthEntry: Encodable {
        let place: String
        let unit: String
        let each: Int
        let turns: Int
        let count: Int

        init(_ growth: GrowthFacts) {
            place = growth.place
            unit = "\(growth.unit)"
            (each, turns, count) = (growth.each, growth.turns, growth.count)
        }
    }

    private var noteOnMissingPath: String {
        if finding.retainPath != nil { return "nothing that can be seen retains it" }
        return finding.isKeptAlive
            ? "the trace does not say what retains it" : "a finding of this kind has none"
    }

    private struct LateEntry: Encodable {
        let freedAfterNanoseconds: UInt64
        let lateNanoseconds: UInt64
        /// Whether the times are upper bounds.
        let isUpperBound: Bool

        init(_ lateness: Lateness) {
            freedAfterNanoseconds = lateness.freedAfter
            lateNanoseconds = lateness.late
            isUpperBound = lateness.isUpperBound
        }
    }
}

/// The subscription behind a finding in the JSON report.
struct JSONFindingSubscription: Encodable {
    private let facts: SubscriptionFacts

    init(_ facts: SubscriptionFacts) {
        self.facts = facts
    }

    private enum CodingKeys: String, CodingKey {
        case chain, attribution, valuesWhileActive, valuesWhileInactive, isAlive, ownerIsFreed
        case firstFiredAfterNanoseconds, firstValueAfterNanoseconds, lastValueAfterNanoseconds
        case outlivedByNanoseconds, accumulated, activations
    }

    /// Writes every key, including those with absent facts.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(facts.chain, forKey: .chain)
        try object.encode(facts.attribution?.name, forKey: .attribution)
        try object.encode(facts.valuesWhileActive, forKey: .valuesWhileActive)
        try object.encode(facts.valuesWhileInactive, forKey: .valuesWhileInactive)
        try object.encode(facts.isAlive, forKey: .isAlive)
        try object.encode(facts.ownerIsFreed, forKey: .ownerIsFreed)
        try object.encode(facts.firstFiredAfter, forKey: .firstFiredAfterNanoseconds)
        try object.encode(facts.firstValueAfter, forKey: .firstValueAfterNanoseconds)
        try object.encode(facts.lastValueAfter, forKey: .lastValueAfterNanoseconds)
        try object.encode(facts.outlivedBy, forKey: .outlivedByNanoseconds)
        try object.encode(facts.accumulated?.count, forKey: .accumulated)
        try object.encode(facts.accumulated?.activations, forKey: .activations)
    }
}

/// An object beside the culprit in the JSON report: a victim, or another router of a violation.
private struct JSONRelatedObject: Encodable {
    let type: String
    let ribPath: String

    init(_ victim: Victim) { (type, ribPath) = (victim.type, victim.ribPath) }

    init(_ party: ViolationFacts.Party) { (type, ribPath) = (party.type, party.ribPath) }
}

/// A violation of the lifecycle in the JSON report.
struct JSONViolation: Encodable {
    private let facts: ViolationFacts

    init(_ facts: ViolationFacts) {
        self.facts = facts
    }

    private enum CodingKeys: String, CodingKey {
        case name, other, newParent
    }

    /// Writes every key, including those with absent facts.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(facts.violation.name, forKey: .name)
        try object.encode(facts.other.map { JSONRelatedObject($0) }, forKey: .other)
        try object.encode(facts.newParent.map { JSONRelatedObject($0) }, forKey: .newParent)
    }
}

/// Facts about why a leaked object is alive, beside the path itself.
struct JSONRetention: Encodable {
    private let reason: String
    private let retainCount: Int
    private let seenReferences: Int
    private let dominatedCount: Int
    private let dominatedBytes: Int
    private let omittedSteps: Int
    private let isPartial: Bool

    init(_ path: RetainPath) {
        reason = "\(path.reason)"
        retainCount = path.retainCount
        seenReferences = path.seenReferences
        dominatedCount = path.dominatedCount
        dominatedBytes = path.dominatedBytes
        omittedSteps = path.omittedSteps
        isPartial = path.isPartial
    }
}

/// A further holder of a leaked object.
private struct JSONOtherHolder: Encodable {
    let reason: String
    let retainPath: [JSONRetainPathStep]
    let omittedSteps: Int
    let suspect: Int?

    init(_ path: RetainPath) {
        reason = "\(path.reason)"
        retainPath = path.steps.map(JSONRetainPathStep.init)
        (omittedSteps, suspect) = (path.omittedSteps, path.suspect)
    }
}

/// One edge of a finding's `retainPath` in the JSON report.
package struct JSONRetainPathStep: Encodable {
    private let step: RetainPathStep

    package init(_ step: RetainPathStep) {
        self.step = step
    }

    private enum CodingKeys: String, CodingKey {
        case holder, label, target, evidence, file, line
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(step.holder, forKey: .holder)
        try object.encode(step.label, forKey: .label)
        try object.encode(step.target, forKey: .target)
        try object.encode(step.isInferred ? "inferred" : "observed", forKey: .evidence)
        try object.encode(step.file, forKey: .file)
        try object.encode(step.line, forKey: .line)
    }
}

/// The stacks of a finding in the JSON report, innermost frame first; null if unknown.
struct JSONStacks: Encodable {
    private let stacks: FindingStacks

    init(_ stacks: FindingStacks) {
        self.stacks = stacks
    }

    /// The keys of the stacks without their outer callers, which the recorder's limit cut off.
    var truncated: [String] {
        let cut: [(CodingKeys, CallStack?)] = [
            (.allocation, stacks.allocation), (.detach, stacks.detach),
            (.subscribe, stacks.subscribe), (.firing, stacks.firing),
            (.violation, stacks.violation),
        ]
        return cut.filter { $0.1?.cutOffAt != nil }.map(\.0.rawValue)
    }

    private enum CodingKeys: String, CodingKey {
        case allocation, detach, subscribe, firing, violation
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(stacks.allocation?.frames.map(JSONFrame.init), forKey: .allocation)
        try object.encode(stacks.detach?.frames.map(JSONFrame.init), forKey: .detach)
        try object.encode(stacks.subscribe?.frames.map(JSONFrame.init), forKey: .subscribe)
        try object.encode(stacks.firing?.frames.map(JSONFrame.init), forKey: .firing)
        try object.encode(stacks.violation?.frames.map(JSONFrame.init), forKey: .violation)
    }
}

/// A frame of a stack in the JSON report and in the JSON list of subscriptions.
package struct JSONFrame: Encodable {
    private let frame: StackFrame

    package init(_ frame: StackFrame) {
        self.frame = frame
    }

    private enum CodingKeys: String, CodingKey {
        case function, file, line, module, offset
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(frame.function, forKey: .function)
        try object.encode(frame.file, forKey: .file)
        try object.encode(frame.line, forKey: .line)
        try object.encode(frame.module, forKey: .module)
        try object.encode(frame.offset, forKey: .offset)
    }
}
