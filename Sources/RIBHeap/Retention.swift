// SPDX-License-Identifier: Apache-2.0

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

/// One edge of a retain path: who holds the next object, and by what.
package struct RetainStep: Equatable, Sendable {
    package enum Holder: Equatable, Sendable {
        /// An object, by the name of its type.
        case object(type: String)
        /// The context of a closure, or what a task keeps, by the addresses of functions: the first of them
        /// that is the project's own is the one to name. A task has those that it will return to. A closure
        /// has one, and what may stand for a method that is handed over has pairs after that: where the
        /// closure calls something, and what that is.
        case closure(functions: [UInt])
        /// A variable that lives as long as the process, by its mangled symbol if there is one.
        case global(symbol: String, address: UInt)
        /// What is none of these: `a dispatch queue`, `thread 4711`.
        case other(name: String)
    }

    package var holder: Holder
    /// The holder's address.
    package let address: UInt
    /// How the reference is reached from the holder: `currentChild`, `cancellables[0]`, `state.handlers`;
    /// empty when the holder is the reference itself, as a global or a stack is.
    package var label: String
    /// The name of the target's type; empty when it is not known.
    package let target: String
    package let evidence: RetainEvidence
    /// The address of the function that frees objects of the class that declares the first field the
    /// label names: it says whose class that is. Nil where the holder is no object.
    package var destructor: UInt?
}
