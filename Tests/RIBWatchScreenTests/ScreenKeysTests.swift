// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBWatchScreen

@Suite struct ScreenKeysTests {
    private let scene = ScreenSamples.leaking
    private let start = ScreenSamples.start
    private let second = ScreenSamples.second

    /// The type or text of the row that the person is at.
    private func row(_ keys: [ScreenKey], in scene: WatchScene = ScreenSamples.leaking) -> String {
        let state = ScreenSamples.pressed(keys, in: scene)
        let list = state.list(of: scene)
        return state.index(in: list.keys).map(list.text) ?? ""
    }

    private func letters(_ text: String) -> [ScreenKey] { text.map { .character($0) } }

    // MARK: - Moving

    @Test func arrowsMoveFromRowToRow() {
        #expect(row([.down, .down, .up]) == "LoggedInRouter Root/LoggedIn")
    }

    @Test func theListEndsWithWhatIsDetached() {
        #expect(row(letters("G")) == "TicTacToeRouter Root/LoggedIn/TicTacToe")
        #expect(row(letters("Gg")) == "RootRouter Root")
    }

    @Test func aPersonStaysAtTheirRowWhenRowsComeBeforeIt() {
        let state = ScreenSamples.pressed([.down, .down])
        var later = scene
        let new = ScreenSamples.node(20, "Ads", at: "Root/Ads", below: 1, depth: 1)
        later.processes = [
            ScreenSamples.process(
                tree: [ScreenSamples.tree[0], new] + ScreenSamples.tree.dropFirst())
        ]
        let list = state.list(of: later)
        #expect(state.index(in: list.keys).map(list.text) == "OffGameRouter Root/LoggedIn/OffGame")
    }

    @Test func whenTheirRowIsGoneTheyAreAtTheOneThatTookItsPlace() {
        let state = ScreenSamples.pressed([.down, .down])
        var later = scene
        later.processes = [
            ScreenSamples.process(tree: ScreenSamples.tree.filter { $0.id != 3 })
        ]
        let list = state.list(of: later)
        #expect(state.index(in: list.keys).map(list.text) == "ScoresRouter Root/LoggedIn/Scores")
    }

    // MARK: - Folding

    @Test func leftFoldsAndRightUnfolds() {
        let folded = ScreenSamples.pressed([.down, .left])
        #expect(folded.list(of: scene).keys.count == 4)
        let unfolded = ScreenSamples.pressed([.right], from: folded)
        #expect(unfolded.list(of: scene).keys.count == 6)
    }

    @Test func leftOnALeafGoesToItsParent() {
        #expect(row([.down, .down, .left]) == "LoggedInRouter Root/LoggedIn")
    }

    @Test func enterFoldsWhatHasNoFinding() {
        #expect(ScreenSamples.pressed([.down, .enter]).list(of: scene).keys.count == 4)
        #expect(ScreenSamples.pressed([.down, .enter, .enter]).list(of: scene).keys.count == 6)
    }

    @Test func processesThatEndedAreFoldedBesideOneThatRuns() {
        var scene = WatchScene()
        scene.processes = [ScreenSamples.process(0, end: .exited), ScreenSamples.process(1)]
        #expect(ScreenState().list(of: scene).keys.count == 1 + 5)
        let state = ScreenSamples.pressed([.right], in: scene)
        #expect(state.list(of: scene).keys.count == 5 + 5)
    }

    // MARK: - Findings

    @Test func enterOnALeakShowsItsFinding() throws {
        let state = ScreenSamples.pressed(letters("G") + [.up, .enter])
        #expect(state.tab == .findings)
        let index = try #require(state.index(in: state.list(of: scene).keys))
        #expect(scene.findings[index].finding.type == "OffGameRouter")
    }

    @Test func enterOnAFindingReadsItAndEscapeGoesBack() {
        let reading = ScreenSamples.pressed(letters("3") + [.enter])
        #expect(reading.readsFinding)
        #expect(!ScreenSamples.pressed([.escape], from: reading).readsFinding)
    }

    @Test func arrowsScrollWhatIsRead() {
        let size = ScreenSize(columns: 80, rows: 10)
        let state = ScreenSamples.pressed(letters("3") + [.enter, .down, .down], in: scene, size)
        #expect(state.pageTop == 2)
        let end = ScreenSamples.pressed(letters("G"), in: scene, size, from: state)
        #expect(ScreenSamples.text(scene, end, 80, 10).contains("ribleak explain object:9"))
    }

    // MARK: - Search

    @Test func aSearchGoesToTheFirstMatchWhileItIsTyped() {
        #expect(row(letters("/score")) == "ScoresRouter Root/LoggedIn/Scores")
    }

    @Test func nGoesOnAndTurnsAroundAtTheEnd() {
        let search = letters("/offgame") + [.enter]
        #expect(row(search) == "OffGameRouter Root/LoggedIn/OffGame")
        let second = ScreenSamples.pressed(search + letters("n"))
        #expect(second.position.key == .rib(0, 9))
        #expect(ScreenSamples.pressed(letters("n"), from: second).position.key == .rib(0, 3))
        #expect(ScreenSamples.pressed(letters("N"), from: second).position.key == .rib(0, 3))
    }

    @Test func aSearchFindsWhatIsFoldedAway() {
        #expect(row([.left] + letters("/scores")) == "ScoresRouter Root/LoggedIn/Scores")
    }

    @Test func whileASearchIsTypedLettersAreNoCommands() {
        let state = ScreenSamples.pressed(letters("/q?3"))
        #expect(state.query == SearchQuery(text: "q?3", isOpen: true))
        #expect(state.tab == .tree)
    }

    @Test func escapeEndsASearch() {
        #expect(ScreenSamples.pressed(letters("/off") + [.escape]).query == SearchQuery())
        #expect(
            ScreenSamples.pressed(letters("/off") + [.enter, .escape]).query == SearchQuery())
    }

    // MARK: - Time

    @Test func spacePausesAtWhatIsSeenAndGoesOn() {
        let paused = ScreenSamples.pressed(letters(" "))
        #expect(paused.moment == scene.moment)
        #expect(ScreenSamples.pressed(letters(" "), from: paused).moment == nil)
    }

    @Test func bracketsGoFromEventToEvent() {
        let back = ScreenSamples.pressed(letters("[["))
        #expect(back.moment == start + 5 * second)
        #expect(ScreenSamples.pressed(letters("]"), from: back).moment == start + 8 * second)
        #expect(ScreenSamples.pressed(letters("]]"), from: back).moment == nil)
    }

    @Test func bracesGoByASecond() {
        let back = ScreenSamples.pressed(letters("{{"))
        #expect(back.moment == start + 6 * second)
        #expect(ScreenSamples.pressed(letters("}"), from: back).moment == start + 7 * second)
    }

    @Test func homeIsTheOldestMomentAndEndIsNow() {
        let oldest = ScreenSamples.pressed([.home])
        #expect(oldest.moment == start)
        #expect(ScreenSamples.pressed(letters("["), from: oldest).moment == start)
        #expect(ScreenSamples.pressed([.end], from: oldest).moment == nil)
    }

    // MARK: - Pages

    @Test func tabsFollowEachOther() {
        #expect(ScreenSamples.pressed([.tab]).tab == .events)
        #expect(ScreenSamples.pressed([.backTab]).tab == .findings)
        #expect(ScreenSamples.pressed([.tab, .tab, .tab]).tab == .tree)
    }

    @Test func anyKeyLeavesTheHelp() {
        #expect(ScreenSamples.pressed(letters("?")).showsHelp)
        #expect(!ScreenSamples.pressed(letters("?x")).showsHelp)
    }

    @Test(arguments: ["q", "?q"]) func qQuits(keys: String) {
        var screen = ScreenSamples.pressed(letters(String(keys.dropLast()))).screen(of: scene)
        let goesOn = screen.press(.character("q"), scene.events)
        #expect(!goesOn)
    }

    @Test func keysInAnEmptyScreenDoNothing() {
        let keys: [ScreenKey] =
            [.up, .down, .left, .right, .enter, .home, .end, .pageDown] + letters("gGnN[]{} /x")
        for tab in ["1", "2", "3"] {
            let state = ScreenSamples.pressed(letters(tab) + keys, in: WatchScene())
            #expect(state.list(of: WatchScene()).keys.isEmpty)
        }
    }
}
