import RIBTrace

/// Values by serial number: an array where the numbers are as dense as the recorder makes them, a
/// dictionary for the outliers of a damaged trace.
struct SerialMap<Entity, Value> {
    private var dense: ContiguousArray<Value?> = [nil]
    private var sparse: [UInt64: Value] = [:]

    /// Threads take numbers in turn and may be this far behind each other in a trace.
    private static var largestGap: Int { 1 << 16 }

    /// How many values there are.
    private(set) var count = 0

    /// The value of a number, to read and to change in place; `insert` gives a number its first.
    @inline(__always)
    subscript(id: TraceID<Entity>) -> Value? {
        get {
            id.rawValue < UInt64(dense.count) ? dense[Int(id.rawValue)] : sparse[id.rawValue]
        }
        _modify {
            if id.rawValue < UInt64(dense.count) {
                yield &dense[Int(id.rawValue)]
            } else {
                yield &sparse[id.rawValue]
            }
        }
    }

    /// The numbers that have a value, smallest first.
    var ids: [TraceID<Entity>] {
        dense.indices.filter { dense[$0] != nil }.map { TraceID(UInt64($0)) }
            + sparse.keys.sorted().map { TraceID($0) }
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
            dense.append(contentsOf: repeatElement(nil, count: Int(id.rawValue - next)))
            dense.append(value)
        } else {
            sparse[id.rawValue] = value
        }
    }
}
