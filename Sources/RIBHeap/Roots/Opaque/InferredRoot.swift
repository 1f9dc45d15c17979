/// A word, in memory that no type describes, which is the address of an object.
///
/// It may be left over, or a reference that does not keep its object alive.
package struct InferredRoot: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
        case task
        /// Work for later: of a dispatch queue, a timer or a source.
        case queue
        /// What Foundation keeps in memory of its own: run loops and their timers, observers.
        case foundation
        /// The stack of a thread, or a variable of its own.
        case thread
    }

    package let kind: Kind
    /// For people: `a sleeping task`, `thread worker`.
    package let name: String
    /// The address of the allocation or region that has the word.
    package let holder: UInt
    /// Where in it, in bytes. If the target is a closure's context, its code is in the word before.
    package let place: UInt32
    /// The address of the object.
    package let target: UInt
    /// The address of the task that owns the holder, if one does.
    package var task: UInt?
    /// Whether the holder belongs to an object whose type does not tell of all that it holds.
    package var isHalfDescribed = false
}
