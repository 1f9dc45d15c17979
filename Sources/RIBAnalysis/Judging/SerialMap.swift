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
    /// Values of numbers from 0, in chunks: an array that grows as one copies all it has.
    private var chunks: ContiguousArray<ContiguousArray<Value>> = []
    /// How many numbers the chunks hold.
    private var denseCount: UInt64 = 0
    private var sparse: [UInt64: Value] = [:]

    /// Threads take numbers in turn and may be this far behind each other in a trace.
    private static var largestGap: Int { 1 << 16 }

    private static var chunkBits: UInt64 { 14 }

    /// How many values there are.
    private(set) var count = 0

    /// The value of a number, if it has one.
    @inline(__always)
    subscript(id: TraceID<Entity>) -> Value? {
        guard id.rawValue < denseCount else { return sparse[id.rawValue] }
        let value = chunks[Self.chunk(of: id)][Self.place(of: id)]
        return value.isAbsent ? nil : value
    }

    /// The numbers that have a value, smallest first.
    var ids: [TraceID<Entity>] {
        (0..<denseCount).map { TraceID($0) }.filter { self[$0] != nil }
            + sparse.keys.sorted().map { TraceID($0) }
    }

    /// Calls a function with each value, in no order that means anything.
    func visitValues(_ body: (Value) -> Void) {
        for chunk in chunks { for value in chunk where !value.isAbsent { body(value) } }
        for value in sparse.values { body(value) }
    }

    /// Changes the value of a number that has one, in place.
    @inline(__always)
    mutating func change(_ id: TraceID<Entity>, _ body: (inout Value) -> Void) {
        if id.rawValue < denseCount {
            let (chunk, place) = (Self.chunk(of: id), Self.place(of: id))
            if !chunks[chunk][place].isAbsent { body(&chunks[chunk][place]) }
        } else if var value = sparse[id.rawValue] {
            body(&value)
            sparse[id.rawValue] = value
        }
    }

    /// Gives a number a value, in place of the one it may have.
    mutating func insert(_ value: Value, for id: TraceID<Entity>) {
        if self[id] == nil { count += 1 }
        if id.rawValue < denseCount {
            chunks[Self.chunk(of: id)][Self.place(of: id)] = value
        } else if id.rawValue - denseCount <= UInt64(Self.largestGap) {
            while denseCount < id.rawValue { append(.absent) }
            append(value)
        } else {
            sparse[id.rawValue] = value
        }
    }

    private mutating func append(_ value: Value) {
        let chunkSize = 1 << Int(Self.chunkBits)
        if denseCount % UInt64(chunkSize) == 0 {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(chunkSize)
            // Most traces do not fill the first.
            if chunks.count > 1 { prefaultLastChunk(holding: chunkSize) }
        }
        chunks[chunks.count - 1].append(value)
        denseCount += 1
    }

    @inline(never)
    private mutating func prefaultLastChunk(holding count: Int) {
        chunks[chunks.count - 1].withUnsafeMutableBufferPointer { chunk in
            guard let start = chunk.baseAddress else { return }
            prefault(.init(start: start, count: count * MemoryLayout<Value>.stride))
        }
    }

    @inline(__always)
    private static func chunk(of id: TraceID<Entity>) -> Int {
        Int(truncatingIfNeeded: id.rawValue >> chunkBits)
    }

    @inline(__always)
    private static func place(of id: TraceID<Entity>) -> Int {
        Int(truncatingIfNeeded: id.rawValue & (1 << chunkBits - 1))
    }
}
