import RIBAnalysis

/// A finding as baselines name it.
package struct BaselineEntry: Hashable, Comparable, Sendable {
    package let fingerprint: String
    /// The kind's name in reports; one that is unknown here may be of a later version.
    package let kind: String
    package let ribPath: String
    package let type: String

    package init(fingerprint: String, kind: String, ribPath: String, type: String) {
        self.fingerprint = fingerprint
        self.kind = kind
        self.ribPath = ribPath
        self.type = type
    }

    package init(_ finding: Finding) {
        self.init(
            fingerprint: finding.fingerprint.description, kind: finding.kind.rawValue,
            ribPath: finding.ribPath, type: finding.type)
    }

    /// By place, so that neighbours in the tree are neighbours in the file.
    package static func < (left: BaselineEntry, right: BaselineEntry) -> Bool {
        (left.ribPath, left.type, left.kind, left.fingerprint)
            < (right.ribPath, right.type, right.kind, right.fingerprint)
    }

    /// True for 16 lower-case hexadecimal digits.
    static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 16
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
