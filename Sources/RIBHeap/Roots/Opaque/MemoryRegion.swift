/// A stretch of memory, from `start` up to `end`.
struct MemoryRegion: Hashable {
    var start: UInt
    var end: UInt

    func contains(_ address: UInt) -> Bool { start <= address && address < end }
}
