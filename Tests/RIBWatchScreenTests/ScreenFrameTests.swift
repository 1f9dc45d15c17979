// SPDX-License-Identifier: Apache-2.0

import RIBText
import RIBTrees
import Testing

@testable import RIBWatchScreen

@Suite struct ScreenFrameTests {
    private let leaking = ScreenSamples.leaking

    @Test func theTreeStandsAboveWhatLeakedWhyAndWhereToLook() {
        #expect(
            ScreenSamples.text(leaking) == """
                 ribleak watch  demo 4711 running  ✗ 1 leak  2 detached and alive  4 RIBs  live
                [1 Tree]  2 Events   3 Findings (1)
                ▸● RootRouter           active      12 s
                 ● └─ LoggedInRouter    active      8 s  2 subscriptions
                 ●    ├─ OffGameRouter  active      3 s
                 ○    └─ ScoresRouter   inactive    1 s









                ── Detached and still alive (2) ────────────────────────────────────────────────
                 ✗ OffGameRouter    leaked, detached 4 s ago  Root/LoggedIn/OffGame
                 ! TicTacToeRouter  detached 2 s ago, still alive  Root/LoggedIn/TicTacToe
                ── Findings (1) ────────────────────────────────────────────────────────────────
                 ✗ Leaked router  OffGameRouter at Root/LoggedIn/OffGame
                   why    kept alive by LoggedInRouter.previousScreens[0]
                   where  Sources/App/LoggedIn/LoggedInRouter.swift:83
                   fix    Remove it from LoggedInRouter.previousScreens where you detach it.
                 ? help   q quit   ↑↓ move   ←→ fold   Enter finding   / search   Space pause
                """)
    }

    @Test func aSmallTerminalShowsTheLeakBeforeTheTree() {
        #expect(
            ScreenSamples.text(leaking, ScreenState(), 40, 10) == """
                 demo 4711 running  ✗ 1 leak  2 d… live
                [1 Tree]  2 Events   3 Findings (1)
                ▸● RootRouter           active      12 s
                 ● └─ LoggedInRouter    active      8 s…
                 ●    ├─ OffGameRouter  active      3 s
                ── Findings (1) ────────────────────────
                 ✗ Leaked router  OffGameRouter at Root…
                   why    kept alive by LoggedInRouter.…
                   where  …gedIn/LoggedInRouter.swift:83
                 ? help   q quit   ↑↓ move   ←→ fold
                """)
    }

    @Test func whatIsDetachedIsPartOfTheListWhereItHasNoRoomOfItsOwn() {
        let state = ScreenSamples.pressed([.character("G")], ScreenSize(columns: 60, rows: 10))
        let rows = ScreenSamples.text(leaking, state, 60, 10).split(separator: "\n")
        #expect(
            rows[4] == "▸! TicTacToeRouter     detached 2 s ago, still alive  Root/…")
    }

    @Test func aTallTerminalHasRoomForEvents() {
        let text = ScreenSamples.text(leaking, ScreenState(), 100, 45)
        #expect(
            text.hasSuffix(
                """
                ── Events ──────────────────────────────────────────────────────────────────────────────────────────
                 12:00:00.000  launched            RootRouter      Root
                 12:00:04.000  attached            LoggedInRouter  Root/LoggedIn
                 12:00:05.000  attached            OffGameRouter   Root/LoggedIn/OffGame
                 12:00:08.000  detached            OffGameRouter   Root/LoggedIn/OffGame
                 ? help   q quit   ↑↓ move   ←→ fold   Enter finding   / search   Space pause   [ back in time
                """))
    }

    @Test func eventsHaveTheirTimeKindTypeAndPlace() {
        let state = ScreenSamples.pressed([.character("2")])
        #expect(
            ScreenSamples.text(leaking, state, 80, 8) == """
                 ribleak watch  demo 4711 running  ✗ 1 leak  2 detached and alive  4 RIBs  live
                 1 Tree  [2 Events]  3 Findings (1)
                 12:00:00.000  launched            RootRouter      Root
                 12:00:04.000  attached            LoggedInRouter  Root/LoggedIn
                 12:00:05.000  attached            OffGameRouter   Root/LoggedIn/OffGame
                ▸12:00:08.000  detached            OffGameRouter   Root/LoggedIn/OffGame

                 ? help   q quit   ↑↓ move   / search   Space pause   [ back in time
                """)
    }

    @Test func timesAreThoseOfTheReadersClock() {
        let state = ScreenSamples.pressed([.character("2")])
        let style = ScreenStyle(secondsFromUTC: -3600)
        #expect(ScreenSamples.text(leaking, state, 80, 24, style).contains(" 11:00:04.000  "))
    }

    @Test func aFindingIsExplainedBelowTheList() {
        let state = ScreenSamples.pressed([.character("3")])
        #expect(
            ScreenSamples.text(leaking, state) == """
                 ribleak watch  demo 4711 running  ✗ 1 leak  2 detached and alive  4 RIBs  live
                 1 Tree   2 Events  [3 Findings (1)]
                ▸✗ Leaked router  OffGameRouter at Root/LoggedIn/OffGame
                ── 1 of 1, seen at 12:00:09.000 ────────────────────────────────────────────────
                ┬─── Leaked router at Root/LoggedIn/OffGame
                │
                ├─ OffGameRouter is still alive
                │    also keeps alive OffGameInteractor at Root/LoggedIn/OffGame
                │
                ├─ kept alive by an attached router
                │    LoggedInRouter.previousScreens[0]
                │                   ~~~~~~~~~~~~~~~~~~
                │    ↓ OffGameRouter
                │
                ├─ detached here by
                │    LoggedInRouter.leaveOffGame() at
                │      Sources/App/LoggedIn/LoggedInRouter.swift:83
                │
                ├─ hint: Remove it from LoggedInRouter.previousScreens where you detach it.
                │
                ╰→ fingerprint 2750a1a66da24463  ribleak explain object:9


                 ? help   q quit   ↑↓ move   Enter read   / search   Space pause
                """)
    }

    @Test func aPausedScreenSaysWhichMomentItShows() {
        var scene = leaking
        (scene.isLive, scene.moment) = (false, ScreenSamples.start + 8 * ScreenSamples.second)
        #expect(
            ScreenSamples.text(scene, ScreenState(), 100, 24).hasPrefix(
                " ribleak watch  demo 4711 running  ✗ 1 leak  2 detached and alive  4 RIBs    "
                    + "paused at 12:00:08.000"))
    }

    @Test func aSearchShowsHowMuchItFound() {
        let state = ScreenSamples.pressed("/offgame".map { .character($0) })
        let text = ScreenSamples.text(leaking, state)
        #expect(text.hasSuffix("\n/offgame   2 found"))
        let none = ScreenSamples.pressed("/x y".map { .character($0) })
        #expect(ScreenSamples.text(leaking, none).hasSuffix("\n/x y   nothing found"))
    }

    @Test func aFoldedRIBSaysHowManyAreBelow() {
        let state = ScreenSamples.pressed([.down, .left])
        let rows = ScreenSamples.text(leaking, state).split(separator: "\n")
        #expect(rows[3] == "▸● └─ LoggedInRouter  active      8 s  ▸ 2 below  2 subscriptions")
    }

    @Test func beforeAnythingIsRecordedItSaysWhatItWaitsFor() {
        var scene = WatchScene()
        scene.note = "waits for a run below .ribleak"
        #expect(
            ScreenSamples.text(scene, ScreenState(), 60, 6) == """
                 ribleak watch  waiting  0 RIBs                        live
                [1 Tree]  2 Events   3 Findings
                  Nothing is recorded yet. Start your app or tests.


                 waits for a run below .ribleak
                """)
    }

    @Test func severalProcessesAreListedWithTheirTrees() {
        var scene = WatchScene()
        scene.processes = [ScreenSamples.process(0, end: .killed), ScreenSamples.process(1)]
        #expect(
            ScreenSamples.text(scene, ScreenState(), 60, 10) == """
                 ribleak watch  2 processes, 1 running  8 RIBs         live
                [1 Tree]  2 Events   3 Findings
                ▸demo 4711  killed  4 RIBs
                 demo 4712  4 RIBs
                 ● RootRouter           active      12 s
                 ● └─ LoggedInRouter    active      8 s  2 subscriptions
                 ●    ├─ OffGameRouter  active      3 s
                 ○    └─ ScoresRouter   inactive    1 s

                 ? help   q quit   ↑↓ move   ←→ fold   Enter finding
                """)
    }

    @Test func theHelpNamesEachKey() {
        let text = ScreenSamples.text(leaking, ScreenSamples.pressed([.character("?")]))
        for key in ["Tab", "PageUp", "← →", "Enter", "/  n  N", "Space", "[ ]", "Home", "q"] {
            #expect(text.contains(key))
        }
    }

    // MARK: - Any terminal

    @Test func withoutUnicodeItIsDrawnInASCII() {
        let style = ScreenStyle(alphabet: .ascii)
        for keys in ["", "2", "3", "?", "/off"] {
            let state = ScreenSamples.pressed(keys.map { .character($0) })
            let text = ScreenSamples.text(leaking, state, 80, 24, style)
            #expect(text.allSatisfy { $0.isASCII })
        }
        let rows = ScreenSamples.text(leaking, ScreenState(), 80, 24, style).split(separator: "\n")
        #expect(rows[2] == ">* RootRouter           active      12 s")
        #expect(rows[4] == " *    +- OffGameRouter  active      3 s")
    }

    @Test func withoutColoursNoSequenceIsWritten() {
        #expect(!ScreenSamples.text(leaking).contains("\u{1B}"))
    }

    @Test func withColoursALeakIsRedAndTheRowOfThePersonInverse() {
        let text = ScreenSamples.text(
            leaking, ScreenState(), 80, 24, ScreenStyle(isColored: true))
        let rows = text.split(separator: "\n")
        let row = "▸● RootRouter           active      12 s"
        let blanks = String(repeating: " ", count: 80 - row.count)
        #expect(rows[2] == "\u{1B}[7m\(row)\(blanks)\u{1B}[0m")
        let leak = rows.first { $0.contains("leaked, detached") }
        #expect(leak?.contains("\u{1B}[1;31mleaked, detached 4 s ago\u{1B}[0m") == true)
    }

    /// Sizes with all that may run out of room.
    private static let sizes = [1, 3, 7, 23, 40, 80, 140].flatMap { columns in
        [1, 2, 3, 4, 6, 10, 14, 24, 45].map { ScreenSize(columns: columns, rows: $0) }
    }

    @Test(arguments: ["", "2", "3", "3\r", "?", "/off", "G", "G3"])
    func anySizeIsFilledAndNothingIsWiderThanIt(keys: String) {
        for alphabet in [TextAlphabet.unicode, .ascii] {
            for size in Self.sizes {
                let style = ScreenStyle(alphabet: alphabet)
                let pressed = keys.map { $0 == "\r" ? ScreenKey.enter : .character($0) }
                let state = ScreenSamples.pressed(pressed, in: leaking, size)
                let frame = Screen(state: state, scene: leaking, size: size, style: style).frame
                #expect(frame.rows.count == size.rows)
                // Text that is broken into lines needs 40 columns; the terminal cuts it.
                let widest = frame.rows.map(\.columns).max() ?? 0
                #expect(widest <= (keys.isEmpty ? size.columns : max(size.columns, 40)))
            }
        }
    }

    // MARK: - Hostile and wide names

    @Test func hostileNamesAreInert() {
        var scene = leaking
        let evil = ScreenSamples.evil
        scene.processes = [
            ScreenSamples.process(
                tree: [ScreenSamples.node(1, evil, at: evil)],
                detached: [ScreenSamples.node(9, evil, at: evil, standing: .detached)])
        ]
        scene.findings = [
            SeenFinding(
                finding: ScreenSamples.finding(at: evil, type: evil), process: 0,
                seen: scene.moment)
        ]
        scene.events.append(ScreenSamples.event(.freed, evil, at: evil, after: 9))
        scene.note = evil
        for keys in ["", "2", "3", "/a"] {
            let state = ScreenSamples.pressed(keys.map { .character($0) }, in: scene)
            let size = ScreenSize(columns: 120, rows: 45)
            for row in state.screen(of: scene, size).frame.rows {
                #expect(!row.unicodeScalars.contains(where: TerminalEscape.isHidden))
            }
        }
    }

    @Test func wideNamesKeepTheColumns() {
        var scene = WatchScene()
        scene.processes = [
            ScreenSamples.process(tree: [
                ScreenSamples.node(1, "世界", at: "世界"),
                ScreenSamples.node(2, "Home", at: "世界/Home", below: 1, depth: 1),
            ])
        ]
        let rows = ScreenSamples.text(scene).split(separator: "\n")
        #expect(rows[2] == "▸● 世界Router     active      12 s")
        #expect(rows[3] == " ● └─ HomeRouter  active      12 s")
    }

    @Test func aTreeOfTenThousandRIBsShowsThoseAroundThePerson() {
        var scene = WatchScene()
        let root = ScreenSamples.node(1, "Root", at: "Root")
        let children = (2...10_000).map {
            ScreenSamples.node(UInt64($0), "Item\($0)", at: "Root/Item\($0)", below: 1, depth: 1)
        }
        scene.processes = [ScreenSamples.process(tree: [root] + children)]
        let state = ScreenSamples.pressed([.character("G")], in: scene)
        let rows = ScreenSamples.text(scene, state).split(separator: "\n")
        #expect(rows[22].hasPrefix("▸● └─ Item10000Router"))
    }
}
