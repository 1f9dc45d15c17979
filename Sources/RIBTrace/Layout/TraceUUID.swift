/// The 16 random bytes that tie a stream file to its metadata.
struct TraceUUID: Equatable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// A new one, from the system's random numbers.
    static func random() -> TraceUUID {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        // Version 4, variant 1 of RFC 9562: random.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return TraceUUID(bytes: bytes)
    }

    /// Reads the form `description` writes.
    init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8.filter { $0 != UInt8(ascii: "-") })
        guard digits.count == 32 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 32, by: 2) {
            let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Lower-case hexadecimal, grouped 8-4-4-4-12.
    var description: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }
}
