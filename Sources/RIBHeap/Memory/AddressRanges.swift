// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Ranges of addresses that do not overlap, made for very frequent lookups.
///
/// Plain memory instead of an array, and C code for many words at once. In the debug builds that
/// tests run, each array access costs calls.
final class AddressRanges {
    private let starts: UnsafeMutablePointer<UInt64>
    private let ends: UnsafeMutablePointer<UInt64>
    private let count: Int
    /// The index of the range that held the last address. Most addresses lie in the same range as
    /// the one before.
    private var last = 0

    /// - Parameter ranges: Ranges of whole pages, by increasing address.
    init(_ ranges: [Range<UInt>]) {
        count = ranges.count
        starts = .allocate(capacity: max(count, 1))
        ends = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            starts[index] = UInt64(ranges[index].lowerBound)
            ends[index] = UInt64(ranges[index].upperBound)
        }
    }

    deinit {
        starts.deallocate()
        ends.deallocate()
    }

    func contains(_ address: UInt) -> Bool {
        let address = UInt64(address)
        if count == 0 { return false }
        if address >= starts[last], address < ends[last] { return true }
        if address < starts[0] || address >= ends[count - 1] { return false }
        var low = 0
        var high = count
        while low < high {
            let middle = (low &+ high) / 2
            if ends[middle] <= address { low = middle &+ 1 } else { high = middle }
        }
        if address < starts[low] { return false }
        last = low
        return true
    }

    /// Finds the words that are addresses in these ranges.
    ///
    /// - Parameters:
    ///   - mask: The bits of a word that form the address.
    ///   - withCounts: Whether to include words that may be reference counts of objects in images.
    ///   - found: Receives the indexes. It has room for all words.
    /// - Returns: The number of words found.
    func findAddresses(
        in words: UnsafePointer<UInt>, count: Int, mask: UInt, withCounts: Bool = false,
        to found: UnsafeMutablePointer<UInt32>
    ) -> Int {
        withRanges {
            ribleak_memory_addresses(words, count, UInt64(mask), $0, withCounts ? 1 : 0, found)
        }
    }

    /// Lends these ranges to C code.
    func withRanges<Result>(_ body: (UnsafePointer<ribleak_ranges>) -> Result) -> Result {
        var ranges = ribleak_ranges(starts: starts, ends: ends, count: count)
        return body(&ranges)
    }
}

extension [Range<UInt>] {
    /// These ranges by increasing address, without the pages that the other ranges touch.
    func withoutPages(of others: [Range<UInt>]) -> [Range<UInt>] {
        let page: UInt = 4095
        var left = sorted { $0.lowerBound < $1.lowerBound }
        for other in others {
            let (start, end) = (other.lowerBound & ~page, (other.upperBound &+ page) & ~page)
            left = left.flatMap { range in
                guard range.overlaps(start..<end) else { return [range] }
                let before = range.lowerBound..<Swift.max(range.lowerBound, start)
                let after = Swift.min(range.upperBound, end)..<range.upperBound
                return [before, after].filter { !$0.isEmpty }
            }
        }
        return left
    }
}
