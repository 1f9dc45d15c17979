/// Folds what findings about subscriptions say twice.
struct FindingFolds {
    private struct Owner: Hashable {
        let ribPath: String
        let type: String

        init(_ finding: Finding) {
            ribPath = finding.ribPath
            type = finding.type
        }
    }

    private struct Source: Hashable {
        let owner: Owner
        let chain: String?

        init(_ finding: Finding) {
            owner = Owner(finding)
            chain = finding.subscription?.chain
        }
    }

    /// - Parameter findings: One finding a fingerprint, most damaging first.
    /// - Returns: The same without subscriptions that outlived where others of the same source fired or
    ///   accumulated, and with the heaviest one of a leaked owner in that leak: it may be what holds it.
    static func folded(_ findings: [Finding]) -> [Finding] {
        let worse = findings.filter {
            $0.kind == .firedWhileInactive || $0.kind == .accumulatingSubscriptions
        }
        let told = Set(worse.map(Source.init))
        var folded = findings.filter {
            $0.kind != .outlivedInteractor || !told.contains(Source($0))
        }
        var leaks: [Owner: Int] = [:]
        for (index, finding) in folded.enumerated() where finding.kind.isLeak {
            leaks[Owner(finding)] = leaks[Owner(finding)] ?? index
        }
        var taken: Set<Fingerprint> = []
        for finding in folded where finding.kind == .outlivedInteractor {
            guard let leak = leaks.removeValue(forKey: Owner(finding)) else { continue }
            folded[leak].subscription = finding.subscription
            folded[leak].stacks.subscribe = finding.stacks.subscribe
            taken.insert(finding.fingerprint)
        }
        folded.removeAll { taken.contains($0.fingerprint) }
        return folded
    }
}
