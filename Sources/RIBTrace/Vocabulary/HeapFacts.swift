// SPDX-License-Identifier: Apache-2.0

// Raw values are stored in traces: never renumber one.

/// One edge of a retain path, as it stands in a trace.
public struct RetentionStep: Hashable, Sendable {
    /// What kind of thing holds the target.
    public let holder: RetentionHolder
    /// The type, symbol or description of the holder.
    public let holderText: StringID
    /// The holder's own id, if it has one.
    public let holderObject: ObjectID
    /// Where a closure's function begins, or the one that frees objects of the class that declares
    /// the field which the label begins with, as the only frame of a stack; none for other holders.
    /// Behind a closure that may stand for a method come pairs: where it calls something, and what
    /// that is.
    public let code: StackID
    /// How the holder reaches the target, such as `currentChild`.
    public let label: StringID
    /// The target's type.
    public let target: StringID
    /// True when the edge was found in memory that no type describes.
    public let isInferred: Bool

    public init(
        holder: RetentionHolder, holderText: StringID, holderObject: ObjectID = .none,
        code: StackID = .none, label: StringID, target: StringID, isInferred: Bool = false
    ) {
        (self.holder, self.holderText, self.holderObject) = (holder, holderText, holderObject)
        (self.code, self.label, self.target, self.isInferred) = (code, label, target, isInferred)
    }
}

/// What holds the next object of a retain path.
public enum RetentionHolder: UInt8, FieldValue, CaseIterable, Sendable {
    /// An object; its text is its type's name.
    case object = 1
    /// The context of a closure; its code is the only frame of a stack.
    case closure = 2
    /// A variable that lives as long as the process; its text is its symbol, mangled, or empty.
    case global = 3
    /// What its text says, such as `a dispatch queue`.
    case other = 4
}

/// From where an object is kept alive.
public enum RetentionReason: UInt8, FieldValue, CaseIterable, Sendable {
    /// A router at the root of a tree.
    case attachedRouter = 1
    /// A variable that lives as long as the process.
    case global = 2
    case task = 3
    /// A dispatch queue, timer or source.
    case queue = 4
    /// The stack or the thread-local storage of a thread.
    case thread = 5
    /// The object keeps itself, by way of what it holds.
    case cycle = 6
    /// Nothing that the search can see.
    case unseen = 7
}

/// What a search for what retains an object has found, besides the steps of its path.
public struct RetentionSummary: Hashable, Sendable {
    /// From where the object is kept alive.
    public let reason: RetentionReason
    /// True when the search ran out of time before it had seen everything.
    public let isPartial: Bool
    /// The edges of the whole path. Of a long one, some in the middle are not recorded.
    public let steps: UInt32
    /// The strong references that the object has.
    public let retainCount: UInt32
    /// How many of those the search came across.
    public let seenReferences: UInt32
    /// The objects that would be freed with this one, without it.
    public let dominatedCount: UInt64
    /// What those and this one occupy, in bytes.
    public let dominatedBytes: UInt64

    public init(
        reason: RetentionReason, isPartial: Bool = false, steps: UInt32 = 0,
        retainCount: UInt32 = 0, seenReferences: UInt32 = 0, dominatedCount: UInt64 = 0,
        dominatedBytes: UInt64 = 0
    ) {
        (self.reason, self.isPartial, self.steps) = (reason, isPartial, steps)
        (self.retainCount, self.seenReferences) = (retainCount, seenReferences)
        (self.dominatedCount, self.dominatedBytes) = (dominatedCount, dominatedBytes)
    }

    /// A further path to an object, from the second on; a later summary completes the first. Its
    /// number takes the place of the seen references.
    package init(otherPath number: Int, reason: RetentionReason, steps: UInt32) {
        self.init(reason: reason, steps: steps, seenReferences: UInt32(clamping: number))
    }

    /// Whether the summary completes a further path of its object. An object that is alive has a
    /// strong reference, so no first path has a count of 0.
    package var isOfOtherPath: Bool { retainCount == 0 && seenReferences > 1 }
}

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
    /// The process could not read its own memory.
    case memoryUnreadable = 4
    /// Searches were turned off: by the level `counts`, or by a search limit of 0.
    case turnedOff = 5
}
