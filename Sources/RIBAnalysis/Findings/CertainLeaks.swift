/// The leaks whose suspect edge is known for certain, into which others of the same objects fold.
///
/// What a search finds by chance, as a word in the memory of a thread, is not found each time. Two
/// findings about one mistake must not come of that.
struct CertainLeaks {
    /// By what they are without what is certain.
    private var identities: [FindingIdentity: Set<FindingIdentity>] = [:]

    init(in findings: [Finding]) {
        for finding in findings where finding.kind.isLeak && Self.isCertain(finding) {
            identities[finding.identity.withoutCause, default: []].insert(finding.identity)
        }
    }

    /// The findings, certain ones first, in which what is uncertain counts as the only certain
    /// mistake that it can be.
    func folding(_ findings: [Finding]) -> [Finding] {
        findings.filter(Self.isCertain)
            + findings.filter { !Self.isCertain($0) }.map { finding in
                guard finding.kind.isLeak,
                    let certain = identities[finding.identity.withoutCause], certain.count == 1,
                    let only = certain.first
                else { return finding }
                var finding = finding
                (finding.identity, finding.fingerprint) = (only, only.fingerprint)
                return finding
            }
    }

    private static func isCertain(_ finding: Finding) -> Bool {
        finding.identity.holder != nil && !finding.identity.isEdgeDoubtful
    }
}
