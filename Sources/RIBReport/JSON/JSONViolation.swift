import RIBAnalysis

/// What broke the lifecycle in the JSON report.
struct JSONViolation: Encodable {
    private let facts: ViolationFacts

    init(_ facts: ViolationFacts) {
        self.facts = facts
    }

    private enum CodingKeys: String, CodingKey {
        case name, other, newParent
    }

    /// Writes every key, also those whose fact is absent.
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
