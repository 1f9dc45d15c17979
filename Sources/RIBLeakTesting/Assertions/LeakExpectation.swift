import RIBAnalysis

/// Findings that a test knows of, and that must be there.
struct LeakExpectation {
    let kind: FindingKind
    /// Where; nil for anywhere.
    let ribPath: String?
    let count: Int

    /// A verdict without the findings that are expected; a failure if there are fewer or more.
    func judged(_ verdict: LeakVerdict) -> LeakVerdict {
        guard verdict.isJudged else { return verdict }
        let expected = verdict.findings.filter(isExpected)
        let found = expected.reduce(0) { $0 + $1.count }
        var verdict = verdict
        // Which of too many are the known ones, nobody can say.
        if found <= count { verdict.findings.removeAll(where: isExpected) }
        if found != count { verdict.failures.append(complaint(found)) }
        return verdict
    }

    private func isExpected(_ finding: Finding) -> Bool {
        finding.kind == kind && (ribPath == nil || finding.ribPath == ribPath)
    }

    private func complaint(_ found: Int) -> String {
        let place = ribPath.map { " at \($0)" } ?? ""
        let advice = found < count ? ": is it mended? Then expect it no more." : "."
        return "Expected \(count) × \(kind.rawValue)\(place), found \(found)\(advice)"
    }
}
