/// Names a mistake, not an occurrence: equal across runs, machines, builds and moved lines.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 16 lower-case hexadecimal digits, of which the first is the version of what is hashed.
    ///
    /// Those of the first version begin with any digit.
    public let description: String

    /// Raised when other facts make the same mistake.
    package static let version = 2

    init(description: String) { self.description = description }

    init(hashing parts: [String]) {
        description = "\(Self.version)" + Self.digits(hashing: parts).dropFirst()
    }

    /// FNV-1a, 64 bits (draft-eastlake-fnv), of texts: stable everywhere, and far from collisions at the
    /// number of findings a project can have.
    static func digits(hashing parts: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        // A zero byte between the parts keeps ("ab", "c") and ("a", "bc") apart.
        for byte in parts.joined(separator: "\0").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
