// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// A map from numbers to numbers. Any thread reads it without a lock, while one thread at a time
/// adds.
///
/// It uses open addressing with linear probing. A pair is published by storing its key last. A
/// table that grew is published as a whole. Earlier tables stay until the map is freed, since a
/// reader may still be in one. Together they are no larger than the last one.
// `@unchecked Sendable` is safe: readers reach memory by atomic loads only, in tables that change
// only by publishing pairs and are not freed before the map. The callers of `add` take turns.
final class InsertOnlyMap: @unchecked Sendable {
    private let current: UnsafeMutablePointer<UInt64>
    private var tables: [UnsafeMutablePointer<UInt64>] = []
    private var count = 0

    /// A table's first word is its capacity less one; then come its pairs.
    private static let headerWords = 1

    init() {
        current = .allocate(capacity: 1)
        current.initialize(to: 0)
        publish(Self.makeTable(capacity: 256))
    }

    deinit {
        for table in tables { table.deallocate() }
        current.deallocate()
    }

    /// The value of a key, or 0 when it has none. Any thread may ask.
    ///
    /// - Parameter key: Not 0.
    @inline(__always)
    func value(of key: UInt64) -> UInt64 {
        let table = Self.table(at: ribleak_atomic_load(current))
        let mask = table[0]
        var index = Self.spread(key) & mask
        while true {
            let pair = table + Self.headerWords + Int(index) * 2
            let found = ribleak_atomic_load(pair)
            if found == key { return pair[1] }
            if found == 0 { return 0 }
            index = (index &+ 1) & mask
        }
    }

    /// Adds a pair whose key has no value yet. One thread at a time.
    ///
    /// - Parameters:
    ///   - key: Not 0.
    ///   - value: Not 0.
    func add(_ value: UInt64, for key: UInt64) {
        let table = Self.table(at: current.pointee)
        let capacity = Int(table[0]) + 1
        if (count + 1) * 2 > capacity {
            let grown = Self.makeTable(capacity: capacity * 2)
            for index in 0..<capacity {
                let pair = table + Self.headerWords + index * 2
                if pair[0] != 0 { Self.insert(pair[1], for: pair[0], into: grown) }
            }
            publish(grown)
        }
        Self.insert(value, for: key, into: Self.table(at: current.pointee))
        count += 1
    }

    private func publish(_ table: UnsafeMutablePointer<UInt64>) {
        tables.append(table)
        ribleak_atomic_store(current, UInt64(UInt(bitPattern: table)))
    }

    private static func makeTable(capacity: Int) -> UnsafeMutablePointer<UInt64> {
        let words = headerWords + capacity * 2
        let table = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
        table.initialize(repeating: 0, count: words)
        table[0] = UInt64(capacity - 1)
        return table
    }

    private static func insert(
        _ value: UInt64, for key: UInt64, into table: UnsafeMutablePointer<UInt64>
    ) {
        let mask = table[0]
        var index = spread(key) & mask
        while table[headerWords + Int(index) * 2] != 0 { index = (index &+ 1) & mask }
        let pair = table + headerWords + Int(index) * 2
        pair[1] = value
        ribleak_atomic_store(pair, key)
    }

    /// Fibonacci hashing, because keys may be addresses, whose low bits are all alike.
    @inline(__always)
    private static func spread(_ key: UInt64) -> UInt64 { (key &* 0x9e37_79b9_7f4a_7c15) >> 32 }

    @inline(__always)
    private static func table(at address: UInt64) -> UnsafeMutablePointer<UInt64> {
        // `current` always holds the address of a table in `tables`.
        UnsafeMutablePointer(bitPattern: UInt(address)).unsafelyUnwrapped
    }
}
