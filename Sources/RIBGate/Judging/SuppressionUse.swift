import RIBAnalysis

/// What suppressions do to the findings of a run.
package struct SuppressionUse: Sendable {
    /// Findings that none covers.
    package private(set) var rest: [Finding] = []
    package private(set) var suppressed: [Finding] = []
    let expired: [(suppression: Suppression, isUsed: Bool)]
    let unused: [Suppression]
    /// Of those that covered something, the one that ends first.
    let nextToExpire: Suppression?

    /// - Parameter today: The last day of a suppression is one of its days.
    package init(_ suppressions: [Suppression], of findings: [Finding], today: CalendarDay) {
        var used: Set<Int> = []
        let holding = suppressions.indices.filter { suppressions[$0].expires >= today }
        let over = suppressions.indices.filter { suppressions[$0].expires < today }
        for finding in findings {
            let covering = holding.filter { suppressions[$0].covers(finding) }
            used.formUnion(covering)
            if covering.isEmpty { rest.append(finding) } else { suppressed.append(finding) }
        }
        expired = over.map { index in
            (suppressions[index], findings.contains { suppressions[index].covers($0) })
        }
        unused = holding.filter { !used.contains($0) }.map { suppressions[$0] }
        nextToExpire = used.sorted().map { suppressions[$0] }.min { $0.expires < $1.expires }
    }
}
