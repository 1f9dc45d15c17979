// SPDX-License-Identifier: Apache-2.0

/// A place of the heap that a repeated scenario makes larger with each turn.
package struct HeapGrowth: Equatable, Sendable {
    /// What is counted.
    package enum Unit: UInt8, CaseIterable, Sendable {
        case objects = 1
        /// The elements of a collection.
        case elements = 2
    }

    /// The type of what is added; empty for closures. The collection's type if its elements are no
    /// objects, or of several types.
    package let type: String
    /// The addresses of the functions, if closures are added.
    package let functions: [UInt]
    package let unit: Unit
    /// How many more there are after each turn.
    package let each: Int
    /// The number of turns that were measured.
    package let turns: Int
    /// How many there are now.
    package let count: Int
    /// Where they are, as for an object that is kept alive. The last step leads to what is added.
    package let retention: Retention
    /// The addresses of objects there, at most ``mostSamples``. Some of them were added.
    package let samples: [UInt]

    package static let mostSamples = 64
}
