// SPDX-License-Identifier: Apache-2.0

/// The numbers of the on-disk format: Common Trace Format 1.8, little-endian, byte-aligned.
///
/// A trace is a folder of one process: a `metadata` file (text in TSDL, CTF's language for the
/// layout of events, see `TraceMetadata`) and one stream file a thread, each a row of packets (see
/// `PacketHeader`).
package enum TraceFormat {
    /// Readers accept this version and earlier ones; written as `ribleak_format_version`.
    package static let version = 1
    /// CTF's magic number at the start of every packet.
    static let packetMagic: UInt32 = 0xC1FC_1FC1
    package static let metadataFileName = "metadata"
    package static let streamFilePrefix = "stream-"
    /// Size of a thread's first packet, in bytes: a page on Apple's platforms, four elsewhere. Most
    /// threads say little.
    static let firstPacketSize = 16 * 1024
    /// Each packet is this many times as large as the one before, until `packetSize`: a new one
    /// costs the same whatever its size.
    static let packetGrowth = 4
    /// Size of the largest packets, in bytes.
    static let packetSize = 256 * 1024

    // What a reader accepts at most. Anything larger is damage or an attack.
    static let largestMetadata = 256 * 1024
    static let largestPacket = packetSize
    package static let mostStreams = 2_048
    static let longestString = 4_096
    static let deepestStack = 256
    /// Bytes of the number and the time that begin every event.
    static let eventHeaderSize = 10
    /// Bytes of an event: two strings, or the deepest stack, and a few numbers.
    static let largestEvent = 2 * (longestString + 1) + 96
}
