/// What a search found out.
package struct SearchResult: Sendable {
    /// Why each target is alive, in the order in which they were given.
    package let paths: [FoundPath]
    /// What would be freed with each; empty when the search ended before it knew.
    package let dominated: Dominated
    /// True when time or room was over before everything was looked at: there may be shorter paths,
    /// and paths where none was found.
    package let isPartial: Bool
    /// How many objects were met.
    package let nodeCount: Int
}
