extension Fingerprint {
    /// Hashes what a person would call the same mistake: no addresses, counts or line numbers.
    ///
    /// FNV-1a, 64 bits (draft-eastlake-fnv): stable everywhere, and far from collisions at the
    /// number of findings a project can have.
    init(kind: FindingKind, ribPath: String, type: String, chain: String = "") {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        // A zero byte between the parts keeps ("ab", "c") and ("a", "bc") apart.
        for byte in [kind.rawValue, ribPath, type, chain].joined(separator: "\0").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        self.init(description: String(repeating: "0", count: 16 - digits.count) + digits)
    }

    /// That of a leak of which nothing says what keeps it alive, as where that cannot be looked for.
    package static func ofLeakWithoutCause(
        kind: FindingKind, ribPath: String, type: String
    ) -> Fingerprint {
        Fingerprint(kind: kind, ribPath: ribPath, type: type)
    }
}
