import RIBTrace

/// A value that a `SerialMap` can hold without an optional around it.
protocol SerialValue {
    /// What stands where there is no value.
    static var absent: Self { get }
    var isAbsent: Bool { get }
}

/// Values by serial number: an array where the numbers are as dense as the recorder makes them, a
/// dictionary for the outliers of a damaged trace.
struct SerialMap<Entity, Value: SerialValue> {
    private var dense: ContiguousArray<Value> = [.absent]
    private var sparse: [UInt64: Value] = [:]

    /// Threads take numbers in turn and may be this far behind each other in a trace.
    private static var largestGap: Int { 1 << 16 }

    /// How many values there are.
    private(set) var count = 0

    /// The value of a number, if it has one.
    @inline(__always)
    subscript(id: TraceID<Entity>) -> Value? {
        guard id.rawValue < UInt64(dense.count) else { return sparse[id.rawValue] }
        let value = dense[Int(truncatingIfNeeded: id.rawValue)]
        return value.isAbsent ? nil : value
    }

    /// The numbers that have a value, smallest first.
    var ids: [TraceID<Entity>] {
        dense.indices.filter { !dense[$0].isAbsent }.map { TraceID(UInt64($0)) }
            + sparse.keys.sorted().map { TraceID($0) }
    }

    /// Changes the value of a number that has one, in place.
    @inline(__always)
    mutating func change(_ id: TraceID<Entity>, _ body: (inout Value) -> Void) {
        if id.rawValue < UInt64(dense.count) {
            let index = Int(truncatingIfNeeded: id.rawValue)
            if !dense[index].isAbsent { body(&dense[index]) }
        } else if var value = sparse[id.rawValue] {
            body(&value)
            sparse[id.rawValue] = value
        }
    }

    /// Gives a number a value, in place of the one it may have.
    mutating func insert(_ value: Value, for id: TraceID<Entity>) {
        if self[id] == nil { count += 1 }
        let next = UInt64(dense.count)
        if id.rawValue == next {
            dense.append(value)
        } else if id.rawValue < next {
            dense[Int(id.rawValue)] = value
        } else if id.rawValue - next <= UInt64(Self.largestGap) {
            dense.append(contentsOf: repeatElement(.absent, count: Int(id.rawValue - next)))
            dense.append(value)
        } else {
            sparse[id.rawValue] = value
        }
    }
}
