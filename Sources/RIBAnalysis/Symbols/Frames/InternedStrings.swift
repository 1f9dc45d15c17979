/// The strings of one batch, each made once however often its bytes are met.
struct InternedStrings {
    /// Bytes of a larger text, hashed and compared as a whole.
    private struct Key: Hashable {
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }

        static func == (left: Key, right: Key) -> Bool {
            left.bytes.withUnsafeBytes { left in
                right.bytes.withUnsafeBytes { right in
                    left.count == right.count && left.elementsEqual(right)
                }
            }
        }
    }

    private var strings: [Key: String] = [:]

    /// The string of these bytes, or nil when they are not UTF-8.
    mutating func string(_ bytes: ArraySlice<UInt8>) -> String? {
        if let string = strings[Key(bytes: bytes)] { return string }
        let string = String(decoding: bytes, as: UTF8.self)
        // What is no UTF-8 was replaced.
        guard string.utf8.elementsEqual(bytes) else { return nil }
        // A copy: the slice would keep the whole text.
        strings[Key(bytes: Array(bytes)[...])] = string
        return string
    }
}
