// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Ranges of addresses that do not overlap, made for very frequent lookups.
///
/// C code looks them up. In the debug builds that tests run, each access to a Swift array costs
/// calls.
final class AddressRanges {
    private let ranges: ribleak_ranges

    /// - Parameter ranges: Ranges of whole pages, by increasing address.
    init(_ ranges: [Range<UInt>]) {
        let starts = UnsafeMutablePointer<UInt64>.allocate(capacity: ranges.count)
        let ends = UnsafeMutablePointer<UInt64>.allocate(capacity: ranges.count)
        for (index, range) in ranges.enumerated() {
            (starts + index).initialize(to: UInt64(range.lowerBound))
            (ends + index).initialize(to: UInt64(range.upperBound))
        }
        self.ranges = ribleak_ranges(starts: starts, ends: ends, count: ranges.count)
    }

    deinit {
        ranges.starts.deallocate()
        ranges.ends.deallocate()
    }

    func contains(_ address: UInt) -> Bool {
        var found: UInt32 = 0
        return withUnsafePointer(to: address) {
            findAddresses(in: $0, count: 1, mask: .max, to: &found) == 1
        }
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
        withUnsafePointer(to: ranges, body)
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
