// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// Which findings of two runs are one mistake.
@Suite struct FindingMatchTests {
    /// A subscription of `Home` that fired while inactive.
    private func fire(
        _ function: String? = "HomeInteractor.load()", chain: String = "Subject → sink",
        at path: String = "Root/Home", site: Int = 1, of sites: Int = 1, count: Int = 1
    ) -> KnownFinding {
        known(
            FindingIdentity(
                kind: "fired-while-inactive", ribPath: path, type: "HomeInteractor", chain: chain,
                function: function, site: site, sites: sites), count)
    }

    /// A leaked interactor of `Home` in a run that did not search for what keeps it.
    private func unsearched(at path: String = "Root/Home") -> KnownFinding {
        leak(nil, at: path, isEdgeDoubtful: true)
    }

    /// A leaked interactor of `Home`; without a holder, of which a search named none.
    private func leak(
        _ holder: String? = "HomeRouter", _ property: String? = "kept",
        at path: String = "Root/Home", type: String = "HomeInteractor", count: Int = 1,
        isEdgeDoubtful: Bool = false
    ) -> KnownFinding {
        known(
            FindingIdentity(
                kind: "leaked-interactor", ribPath: path, type: type, holder: holder,
                property: holder == nil ? nil : property, isEdgeDoubtful: isEdgeDoubtful), count)
    }

    private func known(_ identity: FindingIdentity, _ count: Int) -> KnownFinding {
        KnownFinding(
            fingerprint: identity.fingerprint.description, identity: identity, count: count)
    }

    /// The same, as the first version wrote it.
    private func first(_ finding: KnownFinding) -> KnownFinding {
        KnownFinding(
            fingerprint: finding.identity.firstFingerprint, kind: finding.kind,
            ribPath: finding.ribPath, type: finding.type)
    }

    /// What becomes of one list in another, in words.
    private func match(
        _ old: [KnownFinding], _ new: [KnownFinding], made: Set<MadeSubscriptions> = [],
        renames: RenameProof = .guessed
    ) -> [String] {
        let match = FindingMatch(from: old, to: new, made: made, renames: renames)
        return match.pairs.map { "\($0.change)" } + match.gone.map { _ in "gone" }
            + match.new.map { _ in "new" }
    }

    // MARK: - Equal

    @Test func whatHasTheSameNameIsUnchanged() {
        #expect(match([fire(), leak()], [leak(), fire()]) == ["unchanged", "unchanged"])
    }

    @Test func anotherFunctionOfTheSameChainIsNew() {
        #expect(
            match([fire()], [fire(), fire("HomeInteractor.show()")]) == ["unchanged", "new"])
    }

    @Test func aSecondPlaceInTheSameFunctionIsNew() {
        #expect(
            match([fire()], [fire(of: 2), fire(site: 2, of: 2)]) == ["unchanged", "new"])
    }

    @Test func anotherHolderIsAnotherLeak() {
        #expect(match([leak()], [leak("Store", "items[]")]) == ["gone", "new"])
    }

    // MARK: - What one of the runs could not know

    @Test func aLeakWithoutASearchIsAnyOfItsPlace() {
        #expect(match([leak()], [unsearched()]) == ["unchanged"])
        #expect(match([unsearched()], [leak()]) == ["unchanged"])
        #expect(match([unsearched()], [leak(nil)]) == ["unchanged"])
        #expect(match([leak(nil)], [unsearched()]) == ["unchanged"])
        #expect(
            match([leak(), leak("Store", "items[]")], [unsearched()]) == ["unchanged", "unchanged"])
    }

    @Test func aCauseThatNoSearchNamesIsNoOtherCause() {
        #expect(match([leak(nil)], [leak(nil)]) == ["unchanged"])
        #expect(match([leak(nil)], [leak()]) == ["gone", "new"])
        #expect(match([leak()], [leak(nil)]) == ["gone", "new"])
        #expect(match([leak(nil)], [leak(nil), leak()]) == ["unchanged", "new"])
    }

    @Test func anEdgeThatASearchFoundInShortTimeIsAnyOfItsPlace() {
        let doubtful = leak("Store", "items[]", isEdgeDoubtful: true)
        #expect(match([leak()], [doubtful]) == ["unchanged"])
        #expect(match([doubtful], [leak()]) == ["unchanged"])
        #expect(match([leak()], [leak(), doubtful]) == ["unchanged", "unchanged"])
        #expect(match([leak()], [leak(), unsearched()]) == ["unchanged", "unchanged"])
        // A search that saw it in short time would have seen it in all its time.
        #expect(match([leak(nil)], [doubtful]) == ["gone", "new"])
        #expect(match([doubtful], [leak(nil)]) == ["gone", "new"])
    }

    @Test func aSubscriptionWithoutAStackIsAnyOfItsChain() {
        #expect(match([fire()], [fire(nil)]) == ["unchanged"])
        #expect(match([fire(nil)], [fire()]) == ["unchanged"])
        #expect(match([fire(nil)], [fire(chain: "Timer → sink")]) == ["gone", "new"])
    }

    // MARK: - Moved

    @Test func aRIBAboveThatIsRenamedMovesAllBelow() {
        let old = [fire(at: "Root/Main/Home"), leak(at: "Root/Main/Home")]
        let new = [fire(at: "Root/Shell/Home"), leak(at: "Root/Shell/Home")]
        #expect(match(old, new) == ["moved", "moved"])
    }

    @Test func whatTheRenamedRIBItselfKeepsIsMovedToo() {
        let old = leak("MainRouter", "past[]", at: "Root/Main/Home")
        #expect(match([old], [leak("ShellRouter", "past[]", at: "Root/Shell/Home")]) == ["moved"])
        #expect(
            match([old], [leak("Store", "past[]", at: "Root/Shell/Home")]) == ["gone", "new"])
    }

    @Test func aRIBThatComesBetweenMovesAllBelow() {
        #expect(match([leak(at: "Root/Home")], [leak(at: "Root/Main/Home")]) == ["moved"])
    }

    @Test func whatOneRunCouldNotKnowMovesToo() {
        #expect(match([leak(at: "Root/Home")], [unsearched(at: "Root/Main/Home")]) == ["moved"])
        #expect(match([fire(nil, at: "Root/Home")], [fire(at: "Root/Main/Home")]) == ["moved"])
    }

    @Test func oneRIBAtTwoPlacesMovesToTheNearer() {
        let old = [leak(at: "Root/In/Home"), leak(at: "Root/Out/Home")]
        let new = [leak(at: "App/In/Home"), leak(at: "App/Out/Home")]
        let match = FindingMatch(from: old, to: new, renames: .guessed)
        #expect(match.pairs.map(\.change) == [.moved, .moved])
        #expect(
            match.pairs.map { [$0.old.ribPath, $0.new.ribPath] } == [
                ["Root/In/Home", "App/In/Home"], ["Root/Out/Home", "App/Out/Home"],
            ])
    }

    @Test func whatIsAsNearToTwoIsMatchedWithNeither() {
        #expect(
            match([leak(at: "A/Home")], [leak(at: "B/Home"), leak(at: "C/Home")])
                == ["gone", "new", "new"])
    }

    @Test func aRIBOfAnotherNameIsAnother() {
        #expect(match([leak(at: "Root/Home")], [leak(at: "Root/House")]) == ["gone", "new"])
    }

    // MARK: - Changed

    @Test func aRenamedFunctionIsAChange() {
        #expect(match([fire()], [fire("HomeInteractor.reload()")]) == ["changed"])
        #expect(
            match(
                [leak("closure in HomeInteractor.load()", "captures self")],
                [leak("closure in HomeInteractor.reload()", "captures self")]) == ["changed"])
    }

    @Test func oneThatIsMendedAndAnotherThatIsMadeAreNoChange() {
        // The function still makes such subscriptions, and they are no mistake any more.
        let made = MadeSubscriptions(
            type: "HomeInteractor", chain: "Subject → sink", function: "HomeInteractor.load()")
        #expect(
            match([fire()], [fire("HomeInteractor.show()")], made: [made]) == ["gone", "new"])
        #expect(
            match([fire()], [fire(chain: "Subject → map → sink")], made: [made])
                == ["gone", "new"])
    }

    @Test func anotherPlaceOfAsManyInTheFunctionIsNoChange() {
        #expect(match([fire(of: 2)], [fire(site: 2, of: 2)]) == ["gone", "new"])
    }

    @Test func aPlaceThatAnotherOneWasPutBeforeIsAChange() {
        #expect(match([fire()], [fire(site: 2, of: 2)]) == ["changed"])
    }

    @Test func anOperatorMoreIsAChange() {
        #expect(match([fire()], [fire(chain: "Subject → removeDuplicates → sink")]) == ["changed"])
        #expect(match([fire(chain: "Subject → map → sink")], [fire()]) == ["changed"])
        #expect(match([fire()], [fire(chain: "Timer → sink")]) == ["gone", "new"])
    }

    @Test func aRenamedPropertyOrHolderIsAChange() {
        #expect(match([leak()], [leak("HomeRouter", "held")]) == ["changed"])
        #expect(match([leak()], [leak("HouseRouter", "kept")]) == ["changed"])
        #expect(
            match([leak("static A.shared", "")], [leak("static B.shared", "")]) == ["gone", "new"])
    }

    @Test func twoPartsThatDifferAreTwoMistakes() {
        #expect(
            match([fire()], [fire("HomeInteractor.show()", chain: "Subject → map → sink")])
                == ["gone", "new"])
        #expect(
            match([leak()], [leak("HomeRouter", "held", at: "Root/Main/Home")]) == ["gone", "new"])
    }

    @Test func whatMayBeAChangeOfTwoIsOneOfNeither() {
        #expect(
            match([fire()], [fire("HomeInteractor.a()"), fire("HomeInteractor.b()")])
                == ["gone", "new", "new"])
    }

    // MARK: - The first version

    @Test func whatTheFirstVersionDidNotDistinguishIsKnown() {
        #expect(
            match([first(fire())], [fire(), fire("HomeInteractor.show()")])
                == ["unchanged", "unchanged"])
        #expect(match([first(leak())], [leak()]) == ["unchanged"])
        #expect(match([first(leak())], [leak(nil)]) == ["unchanged"])
        #expect(match([first(leak(nil))], [leak()]) == ["unchanged"])
        #expect(match([first(leak())], [leak("Store", "items[]")]) == ["gone", "new"])
    }

    @Test func whatTheFirstVersionHadElsewhereIsMoved() {
        #expect(match([first(leak(at: "Root/Home"))], [leak(at: "Root/Main/Home")]) == ["moved"])
    }

    // MARK: - Counts

    @Test func countsAreCompared() {
        let match = FindingMatch(
            from: [fire(count: 2), leak(count: 2)], to: [fire(count: 3), leak(count: 1)],
            renames: .guessed)
        #expect(match.pairs.filter(\.hasGrown).map(\.new) == [fire(count: 3)])
        #expect(match.pairs.filter(\.hasShrunk).map(\.new) == [leak(count: 1)])
        // Two findings that the later run merges into one have neither grown nor shrunk.
        let both = FindingMatch(
            from: [fire(count: 2), fire("HomeInteractor.show()", count: 2)],
            to: [fire(nil, count: 4)], renames: .guessed)
        #expect(both.pairs.count == 2 && !both.pairs.contains { $0.hasGrown || $0.hasShrunk })
        let old = FindingMatch(
            from: [first(fire())], to: [fire(count: 3)], renames: .guessed)
        #expect(!old.pairs[0].hasGrown)
    }

    // MARK: - Many

    @Test func manyThatCouldBeEachOthersAreNewAndGone() {
        let old = (0..<2_000).map { leak(at: "Old\($0)/Home") }
        let new = (0..<2_000).map { leak(at: "New\($0)/Home") }
        #expect(
            match(old, new) == Array(repeating: "gone", count: 2_000)
                + Array(repeating: "new", count: 2_000))
    }

    @Test func manyThatMovedAreFound() {
        let old = (0..<100).map { leak(at: "Root/A\($0)/Home") }
        let new = (0..<100).map { leak(at: "App/Root/A\($0)/Home") }
        #expect(match(old, new) == Array(repeating: "moved", count: 100))
    }
}
