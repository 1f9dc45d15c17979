// SPDX-License-Identifier: Apache-2.0

/// Pairs findings of two lists that are the same mistake, even if the place, the function or the
/// chain was renamed.
///
/// Findings with more than one equally good match are not matched. In doubt, a finding is new.
package struct FindingMatch: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        /// The same, as far as both runs could tell.
        case unchanged
        /// The same type, edge and function under another path: a RIB above was renamed or added.
        case moved
        /// The same except for one part: a function, a property or an operator.
        case changed
    }

    package struct Pair: Equatable, Sendable {
        package let old: KnownFinding
        package let new: KnownFinding
        package let change: Change
        /// False when one of the two is also in another pair, so that their counts cannot be
        /// compared.
        var isExclusive = true

        /// True when more objects or subscriptions show it than before.
        package var hasGrown: Bool { isExclusive && old.count.map { new.count ?? 0 > $0 } ?? false }
        package var hasShrunk: Bool {
            isExclusive && old.count.map { new.count ?? $0 < $0 } ?? false
        }
    }

    /// In the order of the new findings. When one run could not distinguish several findings, one
    /// finding may match several of the other run.
    package private(set) var pairs: [Pair] = []
    /// Findings only in the second list.
    package private(set) var new: [KnownFinding] = []
    /// Findings only in the first list.
    package private(set) var gone: [KnownFinding] = []

    /// Whether findings of one kind are in one list each, and the names of one of the two builds,
    /// which would tell whether they were renamed, are not known.
    package private(set) var lacksNames = false

    /// - Parameters:
    ///   - made: The subscriptions that the second run made. They show which code still runs.
    ///   - renames: Says which names of code are new ones of old code.
    package init(
        from old: [KnownFinding], to new: [KnownFinding], made: Set<MadeSubscriptions> = [],
        renames: RenameProof
    ) {
        var search = MatchSearch(old: old, new: new, made: made, renames: renames)
        search.run()
        lacksNames = search.lacksNames
        let olds = Dictionary(grouping: search.pairs, by: \.old)
        let news = Dictionary(grouping: search.pairs, by: \.new)
        pairs = search.pairs.sorted { $0.new < $1.new }
        for index in pairs.indices {
            let pair = pairs[index]
            pairs[index].isExclusive = olds[pair.old]?.count == 1 && news[pair.new]?.count == 1
        }
        self.new = new.filter { news[$0] == nil }
        gone = old.filter { olds[$0] == nil }
    }
}

/// A fact: this function made subscriptions of this chain for this type.
package struct MadeSubscriptions: Hashable, Sendable {
    let type: String
    let chain: String
    let function: String
}

/// The search, in five steps. Findings matched in one step are not candidates in the next, unless
/// they are uncertain.
private struct MatchSearch {
    let old: [KnownFinding]
    let new: [KnownFinding]
    let made: Set<MadeSubscriptions>
    let renames: RenameProof
    var pairs: [FindingMatch.Pair] = []
    var lacksNames = false
    var freeOld: Set<Int> = []
    var freeNew: Set<Int> = []

    mutating func run() {
        (freeOld, freeNew) = (Set(old.indices), Set(new.indices))
        pairEqual()
        pairWhatOneRunCouldNotTellApart()
        var moved = candidates(\.type) { old, new in new.movedNearness(to: old) }
        pairNearest(&moved, .moved)
        var changed = candidates(\.type) { old, new in
            new.changedNearness(to: old, made, guessesRenames: renames.isGuessed)
        }
        pairNearest(&changed, .changed)
        pairRenamed()
    }

    /// Pairs findings whose code was renamed, which their builds prove.
    ///
    /// Of several that are as near, such as three closures that keep one object, each is one of the
    /// others. With more new ones than old ones, one is a new mistake, and none can say which.
    private mutating func pairRenamed() {
        guard case .names(let before, let now) = renames,
            !Set(freeOld.map { old[$0].kind }).isDisjoint(with: freeNew.map { new[$0].kind })
        else { return }
        guard let before, let now = now() else {
            lacksNames = true
            return
        }
        let proof = ProvenRenames(before: before, now: now)
        var candidates = candidates(\.kind) { proof.nearness($0, $1) }
        pairNearest(&candidates, .changed)
        while let first = candidates.first {
            var (ones, others): (Set<Int>, Set<Int>) = ([first.one], [])
            var group: [Candidate] = []
            while true {
                group = candidates.filter { ones.contains($0.one) || others.contains($0.other) }
                let count = ones.count + others.count
                ones.formUnion(group.map(\.one))
                others.formUnion(group.map(\.other))
                if ones.count + others.count == count { break }
            }
            candidates.removeAll { ones.contains($0.one) }
            guard others.count <= ones.count else { continue }
            for found in group.sorted(by: >)
            where freeOld.contains(found.one) && freeNew.contains(found.other) {
                pair(found.one, found.other, .changed)
            }
        }
    }

    private mutating func pair(_ one: Int, _ other: Int, _ change: FindingMatch.Change) {
        pairs.append(FindingMatch.Pair(old: old[one], new: new[other], change: change))
        freeOld.remove(one)
        freeNew.remove(other)
    }

    private mutating func pairEqual() {
        let known = Dictionary(grouping: new.indices) { new[$0].fingerprint }
        // If the first version did not distinguish these findings, all of them count as known.
        let first = Dictionary(grouping: new.indices) { new[$0].identity.firstFingerprint }
        for index in old.indices {
            let equal = old[index].isOfFirstVersion ? first : known
            for other in equal[old[index].fingerprint] ?? [] { pair(index, other, .unchanged) }
        }
    }

    private mutating func pairWhatOneRunCouldNotTellApart() {
        let places = Dictionary(grouping: old.indices) { old[$0].identity.place }
        for other in freeNew.sorted() {
            for index in places[new[other].identity.place] ?? [] {
                // An uncertain finding may be any at its place, even one that is already matched.
                let isOpen =
                    freeOld.contains(index) || old[index].isUncertain || new[other].isUncertain
                if isOpen, new[other].isCompatible(with: old[index]) {
                    pair(index, other, .unchanged)
                }
            }
        }
    }

    /// The pairs of findings with one kind or type that may be one mistake: that have a nearness.
    private func candidates(
        _ group: KeyPath<KnownFinding, String>,
        _ nearness: (_ old: KnownFinding, _ new: KnownFinding) -> Int?
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        var room = Self.mostComparisons
        let groups = Dictionary(grouping: freeNew.sorted()) { new[$0][keyPath: group] }
        let olds = Dictionary(grouping: freeOld.sorted()) { old[$0][keyPath: group] }
        for (name, ones) in olds.sorted(by: { $0.key < $1.key }) {
            let others = groups[name] ?? []
            guard ones.count * others.count <= room else { continue }
            room -= ones.count * others.count
            for one in ones {
                for other in others {
                    guard let nearness = nearness(old[one], new[other]) else { continue }
                    candidates.append(Candidate(one: one, other: other, nearness: nearness))
                }
            }
        }
        return candidates
    }

    /// Pairs candidates that are nearer to each other than to any other, and takes out those that
    /// are no candidates any more.
    private mutating func pairNearest(
        _ candidates: inout [Candidate], _ change: FindingMatch.Change
    ) {
        while true {
            let nearest = Self.nearest(of: candidates)
            if nearest.isEmpty { return }
            for found in nearest { pair(found.one, found.other, change) }
            candidates.removeAll { !freeOld.contains($0.one) || !freeNew.contains($0.other) }
        }
    }

    /// A limit for the pairs that are compared in all. Types that would exceed it are not matched.
    private static let mostComparisons = 20_000

    private struct Candidate: Comparable {
        let one: Int
        let other: Int
        let nearness: Int

        /// By nearness, and then by their places in the lists, so the result is always the same.
        static func < (left: Candidate, right: Candidate) -> Bool {
            (left.nearness, right.one, right.other) < (right.nearness, left.one, left.other)
        }
    }

    private static func nearest(of candidates: [Candidate]) -> [Candidate] {
        func best(_ finding: (Candidate) -> Int) -> [Int: [Candidate]] {
            Dictionary(grouping: candidates, by: finding).mapValues { all in
                let most = all.lazy.map(\.nearness).max()
                return all.filter { $0.nearness == most }
            }
        }
        let (ones, others) = (best(\.one), best(\.other))
        return candidates.filter { ones[$0.one] == [$0] && others[$0.other] == [$0] }
    }
}

extension KnownFinding {
    fileprivate var isUncertain: Bool { isLeakWithoutCause || identity.isEdgeDoubtful }

    /// Whether two findings at one place are the same as far as both runs could tell.
    fileprivate func isCompatible(with old: KnownFinding) -> Bool {
        let (mine, other) = (identity, old.identity)
        if FindingKind(rawValue: kind)?.isLeak ?? false { return hasPossibleCause(of: old) }
        return !old.isOfFirstVersion && mine.chain == other.chain
            && (mine.function == nil || other.function == nil)
    }

    /// Whether two leaks at one place may have the same cause. An unknown cause may be any, and a
    /// search that named none matches only such a search.
    private func hasPossibleCause(of old: KnownFinding) -> Bool {
        if old.isOfFirstVersion { return isLeakWithoutCause || old.isLeakWithoutCause }
        let (mine, other) = (identity, old.identity)
        if mine.holder == nil && other.holder == nil { return true }
        if mine.holder != nil && other.holder != nil {
            return mine.isEdgeDoubtful || other.isEdgeDoubtful
        }
        return (mine.holder == nil ? mine : other).isEdgeDoubtful
    }

    /// Scores how much of their paths two findings share; nil for two different mistakes.
    fileprivate func movedNearness(to old: KnownFinding) -> Int? {
        let (path, oldPath) = (ribPath.split(separator: "/"), old.ribPath.split(separator: "/"))
        guard kind == old.kind, ribPath != old.ribPath, path.last == oldPath.last else {
            return nil
        }
        var there = identity
        there.ribPath = old.ribPath
        // The holder may be the renamed RIB itself.
        if let holder = there.holder, let oldHolder = old.identity.holder,
            isRenamed(oldHolder, as: holder, from: old.ribPath)
        {
            there.holder = oldHolder
        }
        let isSame =
            old.isOfFirstVersion
            ? there.firstFingerprint == old.fingerprint
            : there.fingerprint.description == old.fingerprint
                || KnownFinding(
                    fingerprint: there.fingerprint.description, identity: there, count: count
                ).isCompatible(with: old)
        guard isSame else { return nil }
        return path.sharedStart(with: oldPath)
            + 2 * path.reversed().sharedStart(with: oldPath.reversed())
    }

    /// Whether a holder belongs to a RIB above that was renamed.
    private func isRenamed(_ oldHolder: String, as holder: String, from oldPath: String) -> Bool {
        let (path, oldPath) = (ribPath.split(separator: "/"), oldPath.split(separator: "/"))
        guard path.count == oldPath.count else { return false }
        return zip(oldPath, path).contains { old, new in
            old != new && oldHolder.hasPrefix(old)
                && new + oldHolder.dropFirst(old.count) == holder
        }
    }

    /// How near two mistakes are that differ in one part; nil when they differ in more.
    fileprivate func changedNearness(
        to old: KnownFinding, _ made: Set<MadeSubscriptions>, guessesRenames: Bool
    ) -> Int? {
        let (mine, other) = (identity, old.identity)
        guard !old.isOfFirstVersion, kind == old.kind, ribPath == old.ribPath else { return nil }
        if guessesRenames, let holder = mine.holder, let otherHolder = other.holder {
            let hasSameProperty = mine.property == other.property && mine.property?.isEmpty == false
            return (holder == otherHolder) != hasSameProperty ? 1 : nil
        }
        guard let function = mine.function, let otherFunction = other.function else { return nil }
        // If the old code still runs without this mistake, the mistake was fixed.
        let isStillMade = ["", type].contains { owner in
            made.contains(
                MadeSubscriptions(type: owner, chain: other.chain, function: otherFunction))
        }
        if function == otherFunction, mine.chain == other.chain {
            // With the same number of places, another place is another mistake.
            return mine.sites == other.sites ? nil : 2
        }
        if isStillMade { return nil }
        if function == otherFunction {
            return StableName.isChain(mine.chain, like: other.chain) ? 1 : nil
        }
        return guessesRenames && mine.chain == other.chain ? 1 : nil
    }
}
