// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// A value that a `SerialMap` holds without an optional around it. It must be a trivial type, which
/// needs no deinitialization.
package protocol SerialValue {
    /// Marks a place without a value.
    static var absent: Self { get }
    var isAbsent: Bool { get }
}

/// A map from serial numbers to values. Dense numbers, as the recorder makes them, live in chunks
/// of memory. A dictionary holds the outliers of a damaged trace.
package struct SerialMap<Entity, Value: SerialValue> {
    /// Shared by copies of this map until one of them changes.
    private var memory = SerialMemory<Value>()
    /// A copy of `memory.chunks`, updated whenever a chunk is added.
    private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Value>>
    /// How many values the chunks hold. They are the values of all numbers from 0 up to this count.
    private var denseCount: UInt64 = 0
    private var sparse: [UInt64: Value] = [:]

    /// Threads take numbers in turn and may be this far behind each other in a trace.
    private static var largestGap: Int { 1 << 16 }

    /// How many values there are.
    package private(set) var count = 0

    package init() { chunks = memory.chunks }

    /// The value of a number, if it has one.
    @inline(__always)
    package subscript(id: TraceID<Entity>) -> Value? {
        guard id.rawValue < denseCount else { return sparse.isEmpty ? nil : sparse[id.rawValue] }
        let value = withExtendedLifetime(memory) { place(of: id.rawValue).pointee }
        return value.isAbsent ? nil : value
    }

    /// The numbers that have a value, smallest first.
    package var ids: [TraceID<Entity>] {
        var all: [TraceID<Entity>] = []
        all.reserveCapacity(count)
        visitIDs { all.append($0) }
        return all
    }

    /// Calls a function with each number that has a value, smallest first.
    ///
    /// There may be millions: an array of them takes more memory than the values.
    @inline(__always)
    func visitIDs(_ body: (TraceID<Entity>) -> Void) {
        visitDense { number, _ in body(TraceID(number)) }
        for number in sparse.keys.sorted() { body(TraceID(number)) }
    }

    /// Calls a function with each number in the chunks that has a value.
    @inline(__always)
    private func visitDense(_ body: (UInt64, Value) -> Void) {
        withExtendedLifetime(memory) {
            let size = UInt64(SerialMemory<Value>.chunkSize)
            for start in stride(from: 0, to: denseCount, by: Int(size))
            where !memory.isEmptied(at: start) {
                for number in start..<min(start + size, denseCount) {
                    let value = place(of: number).pointee
                    if !value.isAbsent { body(number, value) }
                }
            }
        }
    }

    /// Calls a function with each value, in no particular order.
    func visitValues(_ body: (Value) -> Void) {
        visitDense { body($1) }
        for value in sparse.values { body(value) }
    }

    /// Removes values. Memory of which no number has a value any more is freed.
    ///
    /// - Parameter isWanted: Says which to keep, and may change them.
    mutating func keep(where isWanted: (TraceID<Entity>, inout Value) -> Bool) {
        makeUnique()
        let size = UInt64(SerialMemory<Value>.chunkSize)
        for start in stride(from: 0, to: denseCount, by: Int(size))
        where !memory.isEmptied(at: start) {
            var isEmpty = true
            for number in start..<min(start + size, denseCount) {
                let place = place(of: number)
                if place.pointee.isAbsent { continue }
                if isWanted(TraceID(number), &place.pointee) {
                    isEmpty = false
                } else {
                    place.pointee = .absent
                    count -= 1
                }
            }
            // More numbers may come into the last one.
            if isEmpty, start + size <= denseCount { memory.empty(at: start) }
        }
        chunks = memory.chunks
        for (number, value) in sparse {
            var value = value
            if isWanted(TraceID(number), &value) {
                sparse[number] = value
            } else {
                sparse[number] = nil
                count -= 1
            }
        }
    }

    /// Changes the value of a number that has one, in place.
    @inline(__always)
    package mutating func change(_ id: TraceID<Entity>, _ body: (inout Value) -> Void) {
        guard id.rawValue < denseCount else {
            if !sparse.isEmpty { changeSparse(id.rawValue, body) }
            return
        }
        makeUnique()
        let place = place(of: id.rawValue)
        if !place.pointee.isAbsent { body(&place.pointee) }
    }

    @inline(never)
    private mutating func changeSparse(_ number: UInt64, _ body: (inout Value) -> Void) {
        guard var value = sparse[number] else { return }
        body(&value)
        sparse[number] = value
    }

    /// Sets the value of a number, replacing one that it may have.
    @inline(__always)
    package mutating func insert(_ value: Value, for id: TraceID<Entity>) {
        guard id.rawValue == denseCount, sparse.isEmpty else {
            return insertOutOfTurn(value, for: id.rawValue)
        }
        append(value)
        count += 1
    }

    @inline(never)
    private mutating func insertOutOfTurn(_ value: Value, for number: UInt64) {
        if self[TraceID(number)] == nil { count += 1 }
        if number < denseCount {
            makeUnique()
            memory.refill(at: number)
            chunks = memory.chunks
            place(of: number).pointee = value
        } else if number - denseCount <= UInt64(Self.largestGap) {
            while denseCount < number { append(.absent) }
            append(value)
        } else {
            sparse[number] = value
        }
    }

    @inline(__always)
    private mutating func append(_ value: Value) {
        makeUnique()
        if denseCount % UInt64(SerialMemory<Value>.chunkSize) == 0 { addChunk() }
        place(of: denseCount).initialize(to: value)
        denseCount += 1
    }

    @inline(never)
    private mutating func addChunk() {
        memory.addChunk()
        chunks = memory.chunks
    }

    @inline(__always)
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&memory) { copyMemory() }
    }

    @inline(never)
    private mutating func copyMemory() {
        memory = SerialMemory(memory, filled: Int(denseCount))
        chunks = memory.chunks
    }

    /// The address of the value of a number that is at most the dense count.
    @inline(__always)
    private func place(of number: UInt64) -> UnsafeMutablePointer<Value> {
        // Both fit in `Int`, since the number is at most the count of values in memory.
        let chunk = Int(truncatingIfNeeded: number >> UInt64(SerialMemory<Value>.chunkBits))
        return chunks[chunk] + Int(truncatingIfNeeded: number) & (SerialMemory<Value>.chunkSize - 1)
    }
}

/// The memory of a `SerialMap`: chunks of equal size, which do not move when another is added.
///
/// Raw memory, because each event reads it a few times. Arrays of arrays would check uniqueness and
/// bounds at both levels.
final class SerialMemory<Value: SerialValue> {
    /// Where each chunk begins; changes when one is added.
    private(set) var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Value>>
    private var count = 0
    private var capacity = 8
    /// A chunk without values, in the place of all that were emptied. Nobody writes into it.
    private var nothing: UnsafeMutablePointer<Value>?

    /// Small, since one value that stays keeps the memory of its whole chunk.
    static var chunkBits: Int { 8 }
    static var chunkSize: Int { 1 << chunkBits }

    init() {
        assert(_isPOD(Value.self), "nothing ends the values")
        chunks = .allocate(capacity: capacity)
    }

    /// Copies values.
    ///
    /// - Parameter filled: How many values of `other` there are, counted from its first.
    init(_ other: SerialMemory, filled: Int) {
        chunks = .allocate(capacity: capacity)
        for index in 0..<other.count {
            if other.isEmptied(index) {
                addEmptied()
                continue
            }
            addChunk()
            let left = filled - index * Self.chunkSize
            chunks[index].initialize(
                from: other.chunks[index], count: max(0, min(left, Self.chunkSize)))
        }
    }

    deinit {
        for index in 0..<count where !isEmptied(index) { chunks[index].deallocate() }
        nothing?.deallocate()
        chunks.deallocate()
    }

    private func isEmptied(_ index: Int) -> Bool { nothing.map { $0 == chunks[index] } ?? false }

    /// Whether the chunk of a number was emptied.
    func isEmptied(at number: UInt64) -> Bool {
        isEmptied(Int(truncatingIfNeeded: number >> UInt64(Self.chunkBits)))
    }

    /// Frees the chunk of a number, in which no number has a value.
    func empty(at number: UInt64) {
        let index = Int(truncatingIfNeeded: number >> UInt64(Self.chunkBits))
        chunks[index].deallocate()
        chunks[index] = emptyChunk
    }

    /// Gives the chunk of a number memory of its own again, if it was emptied.
    func refill(at number: UInt64) {
        guard isEmptied(at: number) else { return }
        let chunk = UnsafeMutablePointer<Value>.allocate(capacity: Self.chunkSize)
        chunk.initialize(repeating: .absent, count: Self.chunkSize)
        chunks[Int(truncatingIfNeeded: number >> UInt64(Self.chunkBits))] = chunk
    }

    private var emptyChunk: UnsafeMutablePointer<Value> {
        if let nothing { return nothing }
        let chunk = UnsafeMutablePointer<Value>.allocate(capacity: Self.chunkSize)
        chunk.initialize(repeating: .absent, count: Self.chunkSize)
        nothing = chunk
        return chunk
    }

    private func addEmptied() {
        if count == capacity { growTable() }
        chunks[count] = emptyChunk
        count += 1
    }

    /// Adds a chunk without values.
    func addChunk() {
        if count == capacity { growTable() }
        chunks[count] = .allocate(capacity: Self.chunkSize)
        count += 1
    }

    private func growTable() {
        let larger = UnsafeMutablePointer<UnsafeMutablePointer<Value>>
            .allocate(capacity: capacity * 2)
        larger.moveInitialize(from: chunks, count: count)
        chunks.deallocate()
        chunks = larger
        capacity *= 2
    }
}
