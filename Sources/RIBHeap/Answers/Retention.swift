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
