// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// A finding in the JSON report.
struct JSONFinding: Encodable {
    private let finding: Finding

    init(_ finding: Finding) {
        self.finding = finding
    }

    private enum CodingKeys: String, CodingKey {
        case kind, ribPath, type, fingerprint, explain, count, victims, test, stacks,
            truncatedStacks
        case retainPath, retainPathNote, retention, suspect, hint, subscription, late, violation,
            endedWithTree
    }

    /// Writes every key of the contract, including those with absent facts.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(finding.kind.rawValue, forKey: .kind)
        try object.encode(finding.ribPath, forKey: .ribPath)
        try object.encode(finding.type, forKey: .type)
        try object.encode(finding.fingerprint.description, forKey: .fingerprint)
        try object.encode(finding.explainedBy, forKey: .explain)
        try object.encode(finding.count, forKey: .count)
        try object.encode(finding.victims.map(VictimEntry.init), forKey: .victims)
        try object.encode(finding.test, forKey: .test)
        let stacks = JSONStacks(finding.stacks)
        try object.encode(stacks, forKey: .stacks)
        try object.encode(stacks.truncated, forKey: .truncatedStacks)
        let path = finding.retainPath.flatMap { $0.steps.isEmpty ? nil : $0 }
        try object.encode(path?.steps.map(JSONRetainPathStep.init), forKey: .retainPath)
        try object.encode(path == nil ? noteOnMissingPath : nil, forKey: .retainPathNote)
        try object.encode(path?.suspect, forKey: .suspect)
        try object.encode(finding.retainPath.map(JSONRetention.init), forKey: .retention)
        try object.encode(finding.hint, forKey: .hint)
        if finding.kind.isAboutSubscription || finding.subscription != nil {
            try object.encode(
                finding.subscription.map(JSONFindingSubscription.init), forKey: .subscription)
        }
        if finding.kind == .lateDeallocation {
            try object.encode(finding.late.map(LateEntry.init), forKey: .late)
        }
        if finding.endedWithTree { try object.encode(true, forKey: .endedWithTree) }
        if finding.kind == .lifecycleViolation {
            try object.encode(finding.violation.map(JSONViolation.init), forKey: .violation)
        }
    }

    private var noteOnMissingPath: String {
        if finding.retainPath != nil { return "nothing that can be seen retains it" }
        return finding.isKeptAlive
            ? "the trace does not say what retains it" : "a finding of this kind has none"
    }

    private struct VictimEntry: Encodable {
        let type: String
        let ribPath: String

        init(_ victim: Victim) {
            type = victim.type
            ribPath = victim.ribPath
        }
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
        try object.encode(facts.other.map(Party.init), forKey: .other)
        try object.encode(facts.newParent.map(Party.init), forKey: .newParent)
    }

    private struct Party: Encodable {
        let type: String
        let ribPath: String

        init(_ party: ViolationFacts.Party) {
            type = party.type
            ribPath = party.ribPath
        }
    }
}
