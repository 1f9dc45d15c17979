// SPDX-License-Identifier: Apache-2.0

// Raw values are stored in traces: never renumber one.

/// A place of the heap that a repeated scenario makes larger with each turn.
public struct GrowthSummary: Hashable, Sendable {
    /// The test that repeated the scenario.
    public let scope: ScopeID
    /// The type of what is added, or that of the collection; none for closures.
    public let type: StringID
    /// What is counted.
    public let unit: GrowthUnit
    /// How many more there are after each turn.
    public let each: UInt32
    /// The number of turns that were measured.
    public let turns: UInt32
    /// How many there are after the last turn.
    public let count: UInt64
    /// Where the function of added closures begins, as the only frame of a stack.
    public let code: StackID
    /// The newest recorded object among those that were added, or none.
    public let added: ObjectID
    /// Where the newest object was made, if it is not a recorded one.
    public let stack: StackID

    public init(
        scope: ScopeID, type: StringID, unit: GrowthUnit, each: UInt32, turns: UInt32,
        count: UInt64, code: StackID = .none, added: ObjectID = .none, stack: StackID = .none
    ) {
        (self.scope, self.type, self.unit, self.each) = (scope, type, unit, each)
        (self.turns, self.count, self.code, self.added) = (turns, count, code, added)
        self.stack = stack
    }
}

/// What is counted at a place that grows.
public enum GrowthUnit: UInt8, FieldValue, CaseIterable, Sendable {
    case objects = 1
    /// The elements of a collection.
    case elements = 2
}

/// Whether the growth over a scenario's turns could be measured.
public enum GrowthOutcome: UInt8, FieldValue, CaseIterable, Sendable {
    case measured = 1
    /// There were more objects than one measurement visits.
    case tooManyObjects = 2
    /// The main queue did not run between the turns.
    case notSettled = 3
    /// Swift's reflection library was missing.
    case libraryMissing = 4
    /// Searches were turned off: by the level `counts`, or by a search limit of 0.
    case turnedOff = 5
}
