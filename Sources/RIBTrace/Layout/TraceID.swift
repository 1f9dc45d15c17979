// SPDX-License-Identifier: Apache-2.0

/// A serial number that names one `Entity` within one trace, counted from 1; 0 means none.
///
/// Serial numbers are never reused, unlike addresses, so an id can never accuse another object.
public struct TraceID<Entity>: Hashable, Comparable, Sendable {
    /// The number as it stands in the trace.
    public let rawValue: UInt64

    /// Wraps a number read from a trace: 1 or more, or 0 for none.
    @inlinable public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Names nothing: the fact is absent.
    @inlinable public static var none: Self { Self(0) }

    /// True when this id names nothing.
    @inlinable public var isNone: Bool { rawValue == 0 }

    @inlinable public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What an `ObjectID` names: a router, interactor, view or other object the recorder follows.
public enum TracedObject {}
/// What a `SubscriptionID` names: one subscription of one subscriber.
public enum TracedSubscription {}
/// What a `ScopeID` names: a test or another stretch of the run that is judged on its own.
public enum TracedScope {}

/// Names an object.
public typealias ObjectID = TraceID<TracedObject>
/// Names a subscription.
public typealias SubscriptionID = TraceID<TracedSubscription>
/// Names a type name, a path or another text.
public typealias StringID = TraceID<String>
/// Names a call stack.
public typealias StackID = TraceID<StackDefinition>
/// Names an executable or a shared library at one place in memory.
public typealias ImageID = TraceID<ImageDefinition>
/// Names a test or another scope.
public typealias ScopeID = TraceID<TracedScope>

extension TraceID {
    /// What tables ask instead of `hash(into:)`: a multiplication, where the standard way costs as
    /// much as reading three events.
    ///
    /// A table's seed comes from its address, which nobody can know who writes a trace to make all
    /// its ids fall into one place.
    @inlinable
    @inline(__always)
    public func _rawHashValue(seed: Int) -> Int {
        let mixed = rawValue ^ UInt64(bitPattern: Int64(seed))
        let product = mixed.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}
