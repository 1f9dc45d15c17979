import RIBTrace

/// What a trace says of why objects are alive.
struct TracedRetentions {
    struct Retention {
        let steps: [RetentionStep]
        let summary: RetentionSummary
    }

    /// A recorder writes fewer for one object: more is damage.
    private static let mostSteps = 256

    private var unfinished: [ObjectID: [RetentionStep]] = [:]
    private var all: [ObjectID: Retention] = [:]

    /// What the last search for an object found.
    subscript(object: ObjectID) -> Retention? { all[object] }

    mutating func add(_ step: RetentionStep, of object: ObjectID) {
        guard unfinished[object, default: []].count < Self.mostSteps else { return }
        unfinished[object, default: []].append(step)
    }

    mutating func complete(_ object: ObjectID, _ summary: RetentionSummary) {
        let steps = unfinished.removeValue(forKey: object) ?? []
        all[object] = Retention(steps: steps, summary: summary)
    }
}
