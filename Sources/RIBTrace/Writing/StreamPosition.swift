// SPDX-License-Identifier: Apache-2.0

/// What each event changes in its stream, in cache lines of their own.
///
/// Streams are made in a row for threads to come. Were their counts neighbours, each event would
/// take a cache line away from another thread.
struct StreamPosition {
    /// The events appended so far. First, so that any thread may read it by the memory's address.
    var appended: UInt64 = 0
    /// How what is stored into the packet gets into the file: `RIBLEAK_PACKET_…`. A signal handler
    /// may change it.
    var packetState: UInt64 = 0
    /// The packet's memory; nil before the first event and after it was sealed.
    var packet: UnsafeMutableRawPointer?
    /// Where the packet begins in its file.
    var packetOffset = 0
    /// The size of the thread's last packet, or 0 when it has had none.
    var packetSize = 0
    var contentSize = 0
    var lastTimestamp: UInt64 = 0
    /// The greatest class whose events are dropped without another try to begin a packet.
    var exhausted: EventClass?

    /// The largest cache lines of Apple's processors, and two of others' that are fetched together.
    private static let alignment = 128

    /// A position alone in its cache lines, until it is deallocated.
    static func allocate() -> UnsafeMutablePointer<StreamPosition> {
        let lines = (MemoryLayout<Self>.size + alignment - 1) / alignment
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: lines * alignment, alignment: alignment)
        return memory.initializeMemory(as: Self.self, to: Self())
    }
}
