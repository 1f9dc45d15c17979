/// A string of another's, read without taking part in its ownership.
///
/// The layout is part of Swift's binary interface on 64-bit platforms.
struct GuardedString {
    /// The text, cut after 64 bytes.
    let text: String

    private static let most = 64

    /// Nil when what is at an address is no string that has its text in memory as UTF-8.
    init?(at address: UInt, memory: GuardedMemory) {
        guard let first = memory.word(at: address), let second = memory.word(at: address &+ 8)
        else { return nil }
        let discriminator = second >> 56
        if discriminator & 0x20 != 0 {
            // Up to 15 bytes lie in the two words themselves.
            var words = (first, second)
            text = withUnsafeBytes(of: &words) {
                String(decoding: $0.prefix(Int(discriminator & 0xF)), as: UTF8.self)
            }
            return
        }
        // The other bits say who owns it; this one that the text is not UTF-8 in memory.
        guard discriminator & 0x10 == 0 else { return nil }
        let count = Int(first & 0x0000_FFFF_FFFF_FFFF)
        let start = (second & 0x00FF_FFFF_FFFF_FFFF) &+ 32
        var bytes = [UInt8](repeating: 0, count: min(count, Self.most))
        guard bytes.withUnsafeMutableBytes({ memory.read(start, into: $0) }) else { return nil }
        text = String(decoding: bytes, as: UTF8.self) + (count > Self.most ? "…" : "")
    }
}
