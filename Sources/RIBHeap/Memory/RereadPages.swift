/// Counts pages that are read although they were read before, by a filter of 16 KiB.
///
/// Pages that share a bit count as the same, so there may be too many, in heaps beyond half a gigabyte.
struct RereadPages {
    private static let bitCountShift: UInt64 = 17

    private(set) var count = 0
    private var bits: [UInt64] = []

    mutating func note(_ page: UInt) {
        if bits.isEmpty { bits = Array(repeating: 0, count: 1 << (Self.bitCountShift - 6)) }
        let hash = (UInt64(page) &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bitCountShift)
        let bit: UInt64 = 1 << (hash & 63)
        let word = Int(hash >> 6)
        if bits[word] & bit != 0 { count += 1 }
        bits[word] |= bit
    }
}
