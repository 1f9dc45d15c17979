// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Why one object is alive.
package struct Retention: Equatable, Sendable {
    package var reason: RetentionReason
    /// The steps from the root to the object, or around a cycle back to the object.
    package var steps: [RetainStep]
    /// The number of strong references to the object.
    package var retainCount: Int = 0
    /// How many of those the search saw.
    package var seenReferences: Int = 0
    /// The number of objects that would be freed with this one, not counting it.
    package var dominatedCount: Int = 0
    /// The size of those objects and this one, in bytes.
    package var dominatedBytes: Int = 0
    /// Whether the time ran out before everything was visited.
    package var isPartial = false
    /// Further paths to the object, which other references of it end. They may share steps.
    package var others: [Other] = []

    /// One more path to an object.
    package struct Other: Equatable, Sendable {
        package let reason: RetentionReason
        package let steps: [RetainStep]
    }
}

/// One edge of a retain path: who holds the next object, and through what.
package struct RetainStep: Equatable, Sendable {
    package enum Holder: Equatable, Sendable {
        /// An object, by the name of its type.
        case object(type: String)
        /// The context of a closure, or memory of a task, with the addresses of functions. Reports
        /// name the first one that belongs to the project. A task has the functions that it will
        /// return to. A closure has one. If it may stand for a method passed as a value, pairs
        /// follow: the address of a call in the closure, and the function that it calls.
        case closure(functions: [UInt])
        /// A variable that lives as long as the process, with its mangled symbol if it has one.
        case global(symbol: String, address: UInt)
        /// Anything else: `a dispatch queue`, `thread 4711`.
        case other(name: String)

        var isClosure: Bool { if case .closure = self { true } else { false } }
    }

    package var holder: Holder
    /// The holder's address.
    package let address: UInt
    /// How the holder reaches the reference: `currentChild`, `cancellables[0]`, `state.handlers`;
    /// empty when the holder is the reference itself, such as a global or a stack.
    package var label: String
    /// The name of the target's type; empty when it is not known.
    package var target: String
    /// Whether the address was found in memory that no type describes. Otherwise the holder's type
    /// says that it keeps a strong reference there.
    package var isInferred: Bool
    /// The address of the function that frees objects of the class that declares the label's first
    /// field. It identifies who wrote that class. Nil when the holder is not an object.
    package var destructor: UInt?
}
