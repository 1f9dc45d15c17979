/// How an edge of a retain path was found.
package enum RetainEvidence: UInt8, Hashable, Sendable {
    /// The type of the holder says that a strong reference is kept there.
    case observed = 0
    /// The address was found in memory that no type describes.
    case inferred = 1
}
