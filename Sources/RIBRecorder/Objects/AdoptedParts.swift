import RIBTrace

/// The workers and workflows that an interactor or a worker put to use, held weakly.
///
/// They may serve others too, so they are few; past the limit the oldest are no longer watched.
struct AdoptedParts {
    struct Part {
        weak var object: AnyObject?
        let id: ObjectID
    }

    static let limit = 64

    /// Oldest first.
    private(set) var parts: [Part] = []

    func contains(_ id: ObjectID) -> Bool { parts.contains { $0.id == id } }

    mutating func add(_ part: Part) {
        if parts.count >= Self.limit { parts.removeFirst() }
        parts.append(part)
    }

    mutating func remove(_ ids: Set<ObjectID>) {
        parts.removeAll { ids.contains($0.id) }
    }
}
