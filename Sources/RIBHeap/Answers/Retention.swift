/// Why one object is alive.
package struct Retention: Equatable, Sendable {
    package enum Reason: UInt8, Hashable, Sendable {
        case attachedRouter = 1
        case global = 2
        case task = 3
        case queue = 4
        case thread = 5
        /// The object keeps itself, by way of what it holds.
        case cycle = 6
        /// Nothing that the search can see holds it.
        case unseen = 7
    }

    package var reason: Reason
    /// From the root, or from the object itself for a cycle, to the object.
    package var steps: [RetainStep]
    /// How many strong references the object has.
    package var retainCount: Int
    /// How many of those the search saw.
    package var seenReferences: Int
    /// The objects that would be freed with this one, without it.
    package var dominatedCount: Int
    /// What those and this one occupy, in bytes.
    package var dominatedBytes: Int
    /// True when the time was over before everything was looked at.
    package var isPartial: Bool
}

/// How an edge of a retain path was found.
package enum RetainEvidence: UInt8, Hashable, Sendable {
    /// The type of the holder says that a strong reference is kept there.
    case observed = 0
    /// The address was found in memory that no type describes.
    case inferred = 1
}

/// The roots of one kind, the objects that are roots themselves among them.
struct RootGroup {
    let reason: Retention.Reason
    /// The objects that the walk begins with.
    let objects: [UInt]
    /// What leads to each of them; empty when they are the roots.
    let roots: [HeapRoot]

    init(attachedRouters: [UInt]) {
        reason = .attachedRouter
        objects = attachedRouters
        roots = []
    }

    init(_ reason: Retention.Reason, _ roots: [HeapRoot]) {
        self.reason = reason
        objects = roots.map(\.object)
        self.roots = roots
    }
}
