/// Ranges of addresses that do not overlap, asked for very often.
///
/// Plain memory and not an array: in the debug builds that tests run, each access to one costs calls.
final class AddressRanges {
    private let starts: UnsafeMutablePointer<UInt>
    private let ends: UnsafeMutablePointer<UInt>
    private let count: Int
    /// Where the last address lay: most lie where the one before did.
    private var last = 0

    /// - Parameter ranges: By increasing address.
    init(_ ranges: [Range<UInt>]) {
        count = ranges.count
        starts = .allocate(capacity: max(count, 1))
        ends = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            starts[index] = ranges[index].lowerBound
            ends[index] = ranges[index].upperBound
        }
    }

    deinit {
        starts.deallocate()
        ends.deallocate()
    }

    func contains(_ address: UInt) -> Bool {
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
}
