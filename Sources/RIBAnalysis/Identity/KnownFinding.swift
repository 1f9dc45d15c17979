/// A finding as baselines and histories have it.
package struct KnownFinding: Hashable, Comparable, Sendable {
    /// 16 hexadecimal digits.
    package let fingerprint: String
    /// What the fingerprint is made of. In the first version only kind, place and type are known.
    package let identity: FindingIdentity
    /// How many objects or subscriptions showed it; nil where that was not noted.
    package let count: Int?
    /// True for one that an earlier ribleak wrote.
    package let isOfFirstVersion: Bool

    package init(fingerprint: String, identity: FindingIdentity, count: Int?) {
        self.fingerprint = fingerprint
        self.identity = identity
        self.count = count
        isOfFirstVersion = false
    }

    /// One of the first version.
    package init(fingerprint: String, kind: String, ribPath: String, type: String) {
        self.fingerprint = fingerprint
        identity = FindingIdentity(kind: kind, ribPath: ribPath, type: type)
        count = nil
        isOfFirstVersion = true
    }

    package init(_ finding: Finding) {
        self.init(
            fingerprint: finding.fingerprint.description, identity: finding.identity,
            count: finding.count)
    }

    /// The kind's name in reports; one that is unknown here may be of a later version.
    package var kind: String { identity.kind }
    package var ribPath: String { identity.ribPath }
    package var type: String { identity.type }

    /// True for a leak of which nothing says what keeps the object alive.
    var isLeakWithoutCause: Bool {
        guard FindingKind(rawValue: kind)?.isLeak ?? false else { return false }
        return isOfFirstVersion
            ? fingerprint == identity.firstFingerprint : identity.holder == nil
    }

    /// By place, so that neighbours in the tree are neighbours in a file.
    package static func < (left: KnownFinding, right: KnownFinding) -> Bool {
        (left.ribPath, left.type, left.kind, left.fingerprint)
            < (right.ribPath, right.type, right.kind, right.fingerprint)
    }

    /// True for 16 lower-case hexadecimal digits.
    package static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
