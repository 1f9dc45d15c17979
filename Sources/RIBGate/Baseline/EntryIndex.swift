import RIBAnalysis

/// Finds out whether findings are among others, also when they come from machines that differ in what
/// they can find out.
///
/// What keeps a leaked object alive is a part of its fingerprint, where it could be found out: not
/// without the library for that, or out of time. So a leak without a cause is taken for the same
/// as any of the same kind, place and type: accusing what is known would be worse.
struct EntryIndex {
    private struct Leak: Hashable {
        let kind: String
        let ribPath: String
        let type: String

        init(_ entry: BaselineEntry) {
            (kind, ribPath, type) = (entry.kind, entry.ribPath, entry.type)
        }
    }

    private var fingerprints: Set<String> = []
    /// Whether one of the leaks of a place has no cause.
    private var leaks: [Leak: Bool] = [:]

    init(_ entries: [BaselineEntry]) {
        for entry in entries {
            fingerprints.insert(entry.fingerprint)
            leaks[Leak(entry), default: false] =
                leaks[Leak(entry)] ?? false || entry.isLeakWithoutCause
        }
    }

    func holds(_ entry: BaselineEntry) -> Bool {
        if fingerprints.contains(entry.fingerprint) { return true }
        guard let oneLacksCause = leaks[Leak(entry)] else { return false }
        return oneLacksCause || entry.isLeakWithoutCause
    }
}

extension BaselineEntry {
    fileprivate var isLeakWithoutCause: Bool {
        guard let kind = FindingKind(rawValue: kind), kind.isLeak else { return false }
        return fingerprint
            == Fingerprint.ofLeakWithoutCause(kind: kind, ribPath: ribPath, type: type).description
    }
}
