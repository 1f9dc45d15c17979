import RIBTrace

/// What a test says of objects of its own process before it is judged.
package struct JudgingWishes: Sendable {
    /// Objects that must be gone, whatever place the architecture has for them.
    package var asserted: Set<ObjectID> = []
    /// Objects about which nothing is found.
    package var ignored: Set<ObjectID> = []

    package init() {}
}
