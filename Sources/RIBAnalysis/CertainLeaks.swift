/// The leaks whose suspect edge is known for certain, into which others of the same objects fold.
///
/// What a search finds by chance, as a word in the memory of a thread, is not found each time. Two
/// findings about one mistake must not come of that.
struct CertainLeaks {
    private var fingerprints: [Fingerprint: Set<Fingerprint>] = [:]

    init(in findings: [Finding]) {
        for finding in findings where finding.kind.isLeak {
            guard finding.fingerprint != finding.coarseFingerprint else { continue }
            fingerprints[finding.coarseFingerprint, default: []].insert(finding.fingerprint)
        }
    }

    /// The findings, certain ones first, in which what is uncertain counts as the only certain
    /// mistake that it can be.
    func folding(_ findings: [Finding]) -> [Finding] {
        let isCertain = { (finding: Finding) in finding.fingerprint != finding.coarseFingerprint }
        return findings.filter(isCertain)
            + findings.filter { !isCertain($0) }.map { finding in
                guard finding.kind.isLeak, let certain = fingerprints[finding.fingerprint],
                    certain.count == 1, let only = certain.first
                else { return finding }
                var finding = finding
                finding.fingerprint = only
                return finding
            }
    }
}

extension Finding {
    /// What the fingerprint is when nothing is known of the suspect edge.
    fileprivate var coarseFingerprint: Fingerprint {
        Fingerprint(kind: kind, ribPath: ribPath, type: type)
    }
}
