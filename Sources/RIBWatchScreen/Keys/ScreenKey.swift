// SPDX-License-Identifier: Apache-2.0

/// A key that a person pressed.
enum ScreenKey: Hashable, Sendable {
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, escape, backspace, tab, backTab
    case character(Character)
}

/// Turns the bytes that a terminal sends into keys.
///
/// Terminals send a letter as UTF-8, and other keys as sequences that begin with ESC (ECMA-48, and
/// the names of xterm's keys). An ESC alone is the key Escape; only that nothing follows tells it
/// from the start of a sequence.
struct KeyReader {
    /// Bytes that may be the start of a key.
    private var pending: [UInt8] = []
    /// A sequence that no terminal sends is given up at this length.
    private static let longest = 32
    private static let escape: UInt8 = 0x1B

    /// The keys that are complete with these bytes.
    mutating func keys(from bytes: some Sequence<UInt8>) -> [ScreenKey] {
        pending += bytes
        var keys: [ScreenKey] = []
        while !pending.isEmpty, let (key, length) = Self.first(of: pending) {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The key that the waiting bytes are, once a reading of the terminal brought nothing more.
    mutating func flush() -> [ScreenKey] {
        defer { pending = [] }
        return pending.first == Self.escape && pending.count == 1 ? [.escape] : []
    }

    /// The first key and the bytes it takes; no key for bytes that are none; nil while it is not
    /// complete.
    private static func first(of bytes: [UInt8]) -> (ScreenKey?, Int)? {
        switch bytes[0] {
        case escape: return sequence(bytes)
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0..<0x20: return (nil, 1)
        default: return letter(bytes)
        }
    }

    private static func letter(_ bytes: [UInt8]) -> (ScreenKey?, Int)? {
        let length =
            switch bytes[0] {
            case 0..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard length > 0 else { return (nil, 1) }
        guard bytes.count >= length else { return nil }
        guard let text = String(validating: bytes[..<length], as: UTF8.self), text.count == 1,
            let character = text.first
        else { return (nil, 1) }
        return (.character(character), length)
    }

    private static func sequence(_ bytes: [UInt8]) -> (ScreenKey?, Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            return bytes.count > 2
                ? (sequences[String(decoding: [bytes[2]], as: UTF8.self)], 3) : nil
        default: return (.escape, 1)
        }
    }

    /// `ESC [`, parameters, and a byte that ends it.
    private static func controlSequence(_ bytes: [UInt8]) -> (ScreenKey?, Int)? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return bytes.count > longest ? (nil, bytes.count) : nil
        }
        // Only of those that end in a tilde, the first parameter names the key.
        let number = bytes[2..<end].prefix { $0 != UInt8(ascii: ";") }
        let name = (bytes[end] == UInt8(ascii: "~") ? Array(number) : []) + [bytes[end]]
        return (sequences[String(decoding: name, as: UTF8.self)], end + 1)
    }

    private static let sequences: [String: ScreenKey] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "M": .enter,
        "Z": .backTab, "1~": .home, "7~": .home, "4~": .end, "8~": .end, "5~": .pageUp,
        "6~": .pageDown,
    ]
}
