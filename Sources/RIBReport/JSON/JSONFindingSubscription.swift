import RIBAnalysis

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

    /// Writes every key, also those whose fact is absent.
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
