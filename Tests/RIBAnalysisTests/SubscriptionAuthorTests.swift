// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct SubscriptionAuthorTests {
    @Test(arguments: [
        ["ScoreInteractor.didBecomeActive()"],
        ["closure #1 in ScoreInteractor.didBecomeActive()"],
        ["closure #1 in closure #2 in ScoreInteractor.observe<A>(_:)"],
        ["ScoreInteractor.init(stream:)"], ["ScoreInteractor.scores.getter"],
        ["BaseInteractor.bind(_:)", "ScoreInteractor.didBecomeActive()"],
        ["Publisher.bind(to:)", "ScoreInteractor.didBecomeActive()"],
        ["ObservableType<>.bind(weakly:_:)", "ScoreInteractor.didBecomeActive()"],
        ["Game.ScoreInteractor.didBecomeActive()"],
        [],
    ])
    func theOwnersOwnCodeAndItsHelpersMayBeTheAuthor(functions: [String]) {
        #expect(
            SubscriptionAuthor(functions: functions).mayBe([
                "ScoreInteractor", "BaseInteractor<Any>",
            ]))
    }

    private let ribs = KnownRIBs(types: [
        "ScoreRouter<Any>", "ScoreInteractor", "ParentInteractor", "ParentComponent",
    ])

    @Test(arguments: [
        "ParentInteractor.childDidStart()", "ParentRouter.attachScore()",
        "ParentBuilder.build()", "ParentComponent.score.getter", "ParentWorker.didStart(_:)",
    ])
    func whatAnotherRIBMakesIsThatOnes(function: String) {
        let author = SubscriptionAuthor(functions: [function, "ScoreInteractor.start()"])
        #expect(author.isOfAnotherRIB(than: ["ScoreInteractor", "Board"], among: ribs))
    }

    @Test(arguments: [
        "ScoreInteractor.start()", "Board.start()", "ScoreRouter.start()", "ScoreWorker.start()",
        "ScoreService.start()", "subscribe(to:)",
    ])
    func whatTheOwnersRIBOrAHelperMakesIsNoOtherRIBs(function: String) {
        let author = SubscriptionAuthor(functions: [function])
        #expect(!author.isOfAnotherRIB(than: ["ScoreInteractor", "Board"], among: ribs))
        let other = SubscriptionAuthor(functions: ["ParentInteractor.childDidStart()"])
        #expect(other.isOfAnotherRIB(than: ["ScoreInteractor", "Board"], among: ribs))
    }

    @Test(arguments: [
        ["ScoreService.start()", "ScoreInteractor.didBecomeActive()"],
        ["closure #1 in ParentInteractor.childDidStart()", "ScoreInteractor.didBecomeActive()"],
        ["ScoreInteractorHelper.start()", "ScoreInteractor.didBecomeActive()"],
        ["Counter<Int>.init(stream:)", "ScoreInteractor.didBecomeActive()"],
        ["subscribe(to:)", "ScoreInteractor.didBecomeActive()"],
        ["closure #1 in makeRoot()", "ScoreInteractor.didBecomeActive()"],
    ])
    func codeOfOthersIsNotTheOwners(functions: [String]) {
        #expect(!SubscriptionAuthor(functions: functions).mayBe(["ScoreInteractor"]))
        #expect(SubscriptionAuthor(functions: functions.reversed()).mayBe(["ScoreInteractor"]))
    }

    /// Whose a subscription is that merged code made.
    private func author(ofMerged function: String, own: [SymbolizedFrame] = [])
        -> SubscriptionAuthor
    {
        SubscriptionAuthor(
            Symbolication.ProjectCode(frames: own, merged: function), lineage: ["ScoreInteractor"],
            among: KnownRIBs(types: ["ScoreInteractor", "MenuInteractor", "MenuRouter"]))
    }

    @Test func codeThatWasMergedUnderTheNameOfAnotherRIBMayBeTheOwners() {
        let author = author(ofMerged: "MenuInteractor.didBecomeActive()")
        #expect(author.mayBe(["ScoreInteractor"]))
        #expect(!author.isShown(among: ["ScoreInteractor"]))
    }

    @Test func codeThatWasMergedUnderTheOwnersNameIsItsOwn() {
        #expect(
            author(ofMerged: "ScoreInteractor.didBecomeActive()").isShown(
                among: ["ScoreInteractor"]))
    }

    @Test func codeThatWasMergedUnderTheNameOfAServiceIsTheServices() {
        #expect(!author(ofMerged: "ScoreService.start()").mayBe(["ScoreInteractor"]))
        #expect(author(ofMerged: "MenuInteractor.start()").mayBe(["ScoreInteractor"]))
    }
}
