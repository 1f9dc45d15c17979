// SPDX-License-Identifier: Apache-2.0

import Foundation

// How the findings of each object and subscription become those of a report.

extension [Finding] {
    /// One finding for each mistake, most damaging first.
    func merged() -> [Finding] {
        let findings = numberingClosures().sharingCertainCauses()
        var merged: [Finding] = []
        merged.reserveCapacity(findings.count)
        var places: [Fingerprint: Int] = [:]
        for var finding in findings {
            // Its list of tests does not have its own yet.
            finding.addTests(of: finding)
            if let place = places[finding.fingerprint] {
                merged[place].add(finding)
            } else {
                places[finding.fingerprint] = merged.count
                merged.append(finding)
            }
        }
        merged.sort { $0.isMoreDamaging(than: $1) }
        return merged.foldingGrowth().foldingSubscriptions()
    }

    /// The findings, with several closures of one function that keep leaked objects alive numbered
    /// in source order: they are several mistakes.
    ///
    /// A single closure is not numbered, since its number changes with the closures around it.
    private func numberingClosures() -> [Finding] {
        var names: [[String]: Set<String>] = [:]
        for closure in compactMap(\.leakedClosure) {
            names[closure.edge, default: []].insert(closure.name)
        }
        // Mostly there are none, and findings are large.
        guard names.values.contains(where: { $0.count > 1 }) else { return self }
        return map { finding in
            guard let (edge, name) = finding.leakedClosure, let all = names[edge], all.count > 1
            else { return finding }
            // `closure #2` comes before `closure #10`.
            let place = all.count { $0.compare(name, options: .numeric) == .orderedAscending }
            var finding = finding
            (finding.identity.site, finding.identity.sites) = (place + 1, all.count)
            finding.fingerprint = finding.identity.fingerprint
            return finding
        }
    }

    /// The findings, those with a certain cause first. A leak whose suspect edge is not certain
    /// takes the identity of a certain one about the same object if only one fits.
    ///
    /// A search may find an edge by chance, such as a word in a thread's memory, and not find it
    /// the next time. One mistake must not become two findings because of that.
    private func sharingCertainCauses() -> [Finding] {
        if Set(map(\.hasCertainCause)).count < 2 { return self }
        let certain = filter(\.hasCertainCause)
        var identities: [FindingIdentity: Set<FindingIdentity>] = [:]
        for finding in certain where finding.kind.isLeak {
            identities[finding.identity.withoutCause, default: []].insert(finding.identity)
        }
        return certain
            + filter { !$0.hasCertainCause }.map { finding in
                guard finding.kind.isLeak,
                    let fitting = identities[finding.identity.withoutCause], fitting.count == 1,
                    let only = fitting.first
                else { return finding }
                var finding = finding
                (finding.identity, finding.fingerprint) = (only, only.fingerprint)
                return finding
            }
    }

    /// The findings without growth that a leak explains, with the same holder and property. That
    /// leak gets its facts.
    private func foldingGrowth() -> [Finding] {
        var folded = self
        for growth in self where growth.kind == .growingObjects {
            let leak = folded.firstIndex { leak in
                leak.kind.isLeak && leak.kind != .growingObjects && leak.growth == nil
                    && (leak.test == nil || leak.test == growth.test)
                    && growth.identity.holder != nil
                    && leak.identity.holder == growth.identity.holder
                    && leak.identity.property == growth.identity.property
            }
            guard let leak else { continue }
            folded[leak].growth = growth.growth
            folded.removeAll { $0.fingerprint == growth.fingerprint }
        }
        return folded
    }

    /// The findings without outlived subscriptions whose source also fired or accumulated. The
    /// heaviest subscription of a leaked owner moves into that leak, because it may hold the owner.
    private func foldingSubscriptions() -> [Finding] {
        guard contains(where: { $0.kind == .outlivedInteractor }) else { return self }
        let worse = filter {
            $0.kind == .firedWhileInactive || $0.kind == .accumulatingSubscriptions
        }
        let known = Set(worse.map(\.source))
        var folded = filter {
            $0.kind != .outlivedInteractor || !known.contains($0.source)
        }
        var leaks: [[String]: Int] = [:]
        for (index, finding) in folded.enumerated() where finding.kind.isLeak {
            leaks[finding.owner] = leaks[finding.owner] ?? index
        }
        var taken: Set<Fingerprint> = []
        for finding in folded where finding.kind == .outlivedInteractor {
            guard let leak = leaks.removeValue(forKey: finding.owner) else { continue }
            folded[leak].subscription = finding.subscription
            folded[leak].stacks.subscribe = finding.stacks.subscribe
            folded[leak].occurrences += finding.occurrences
            taken.insert(finding.fingerprint)
        }
        folded.removeAll { taken.contains($0.fingerprint) }
        return folded
    }
}

extension Finding {
    /// The closure that keeps a leaked object alive, with its number in its name, such as
    /// `closure #2 in Home.load()`; nil for any other holder.
    fileprivate var leakedClosure: (edge: [String], name: String)? {
        guard kind.isLeak, let holder = identity.holder, let step = retainPath?.suspectStep,
            step.holderKind == .closure
        else { return nil }
        return ([holder, identity.property ?? ""], step.function ?? step.holder)
    }

    fileprivate var hasCertainCause: Bool { identity.holder != nil && !identity.isEdgeDoubtful }

    /// Adds another occurrence of the same mistake. Of two late deallocations or accumulations, the
    /// worse one is shown.
    fileprivate mutating func add(_ other: Finding) {
        let sum = count + other.count
        let paths = blamedPaths.with(other.blamedPaths)
        // Show the occurrence that is still in memory, since a person can inspect it.
        if endedWithTree, !other.endedWithTree {
            var shown = other
            swap(&shown.occurrences, &occurrences)
            shown.addTests(of: self)
            self = shown
        }
        occurrences += other.occurrences
        addTests(of: other)
        (count, blamedPaths) = (sum, paths)
        if let late, let otherLate = other.late, late.late < otherLate.late {
            self.late = otherLate
        }
        // One that is still in memory was kept until no time, and gets none.
        if let longest = other.keptUntil?.nanoseconds,
            keptUntil.map({ $0.nanoseconds ?? 0 < longest }) ?? false
        {
            keptUntil = other.keptUntil
        }
        if let facts = subscription, let others = other.subscription, facts.isMilder(than: others) {
            subscription = others
        }
    }

    /// Whether a report shows it first: leaks before subscriptions before warnings, wrong code
    /// before consequences, many victims before few. The name keeps the order the same in each run.
    fileprivate func isMoreDamaging(than other: Finding) -> Bool {
        let (mine, others) = (damage, other.damage)
        return mine == others ? name.lexicographicallyPrecedes(other.name) : mine > others
    }

    private var damage: (rank: Int, isExplained: Int, weight: Int) {
        (
            kind.isLeak ? 2 : kind.isWarning ? 0 : 1,
            kind.isLeak && retainPath?.suspectStep?.isInferred == false ? 1 : 0,
            kind.isLeak ? victims.count : count
        )
    }

    /// Where in the tree it is and the type: of what leaked, or of what made a subscription.
    fileprivate var owner: [String] { [ribPath, type] }

    fileprivate var source: [String] { owner + [subscription?.chain ?? ""] }

    /// The parts of the name, the most important first. The last one is unique.
    private var name: [String] { [ribPath, type, kind.rawValue, fingerprint.description] }
}

extension SubscriptionFacts {
    fileprivate func isMilder(than other: SubscriptionFacts) -> Bool {
        if let accumulated, let others = other.accumulated {
            return accumulated.count < others.count
        }
        return outlivedBy ?? 0 < other.outlivedBy ?? 0
    }
}
