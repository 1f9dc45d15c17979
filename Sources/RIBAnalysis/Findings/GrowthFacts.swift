// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// How a place grows with each turn of a repeated scenario.
public struct GrowthFacts: Equatable, Sendable {
    /// What holds more with each turn, such as `Store.shared.entries`; empty when it is not known.
    public let place: String
    /// What is counted.
    public let unit: GrowthUnit
    /// How many more there are after each turn.
    public let each: Int
    /// The number of turns that were measured. A few turns before them warmed up.
    public let turns: Int
    /// How many there were after the last turn.
    public let count: Int
    /// Whether closures are added. Then the stack of the allocation is the closure's own place.
    public let isOfClosures: Bool
}

/// A scenario that a run repeated to measure growth.
public struct MeasuredScenario: Equatable, Sendable {
    /// The test that repeated it.
    public let test: String
    /// Whether growth could be measured, and if not, why.
    public let outcome: GrowthOutcome
    /// The number of turns that were measured.
    public let turns: Int
    /// How many objects the last measurement visited.
    public let objects: Int
}
