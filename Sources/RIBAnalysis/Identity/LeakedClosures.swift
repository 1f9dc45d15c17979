import Foundation

/// The closures that keep leaked objects alive: two of one function are two mistakes.
enum LeakedClosures {
    private struct Likeness: Hashable {
        let holder: String
        let property: String

        init?(_ finding: Finding) {
            guard finding.kind.isLeak, let holder = finding.identity.holder,
                finding.retainPath?.suspectStep?.holderKind == .closure
            else { return nil }
            self.holder = holder
            property = finding.identity.property ?? ""
        }
    }

    /// The findings, with those of several closures of one function numbered in the order of the source.
    ///
    /// Of one closure alone, its number is no part of what it is: it changes with the closures around it.
    static func numbered(_ findings: [Finding]) -> [Finding] {
        var names: [Likeness: Set<String>] = [:]
        for finding in findings {
            guard let likeness = Likeness(finding), let name = name(finding) else { continue }
            names[likeness, default: []].insert(name)
        }
        return findings.map { finding in
            guard let likeness = Likeness(finding), let name = name(finding),
                let all = names[likeness], all.count > 1,
                let place = all.sorted(by: isBefore).firstIndex(of: name)
            else { return finding }
            var finding = finding
            (finding.identity.site, finding.identity.sites) = (place + 1, all.count)
            finding.fingerprint = finding.identity.fingerprint
            return finding
        }
    }

    /// With its number, such as `closure #2 in Home.load()`.
    private static func name(_ finding: Finding) -> String? {
        finding.retainPath?.suspectStep.map { $0.function ?? $0.holder }
    }

    /// `closure #2` comes before `closure #10`.
    private static func isBefore(_ one: String, _ other: String) -> Bool {
        one.compare(other, options: .numeric) == .orderedAscending
    }
}
