// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText
@testable import RIBTrees

@Suite struct TreeTextTests {
    @Test func drawsBranchesAndColumns() {
        #expect(
            [TreeSamples.wide].text() == """
                14 RIBs in the tree, 1 detached and still alive
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                  seen 0.012346 s into the recording, at 2026-03-01T12:00:00.012Z, where it ends

                RootRouter              Root/Root      active, launched 8.1 ms ago
                ├── HomeRouter          Root/Home      active, attached 8.1 ms ago, 2 subscriptions
                │   ├── ListRouter      Root/List      active, attached 8.1 ms ago, SyncWorker and LogWorker at work
                │   │   └── ItemRouter  Root/Item      active, attached 8.1 ms ago
                │   └── MenuRouter      Root/Menu      inactive, attached 8.1 ms ago, … 7 more below
                └── SettingsRouter      Root/Settings  active, attached 8.1 ms ago, 1 subscription
                    └── AboutRouter     Root/About     active, attached 8.1 ms ago

                Detached and still alive (no deallocation recorded yet)

                GameRouter       Root/Game   inactive, detached 8.1 ms ago, 1 subscription
                └── BoardRouter  Root/Board  active, attached 8.1 ms ago

                """)
    }

    @Test func showsHowARIBRelatesToTheTree() {
        func line(_ standing: RIBTree.Node.Standing) -> Substring? {
            let snapshot = TreeSamples.snapshot([TreeSamples.node(1, "A", standing: standing)])
            return [snapshot].text().split(separator: "\n").last
        }
        #expect(line(.unattached) == "ARouter  Root/A  active, made 8.1 ms ago and never attached")
        #expect(
            line(.orphaned)
                == "ARouter  Root/A  active, attached 8.1 ms ago to a RIB that was freed"
        )
    }

    @Test func aProcessWithoutRIBsHasNoTree() {
        let text = [
            TreeSamples.snapshot([], isEnd: false, gaps: "a stream is damaged")
        ].text()
        #expect(
            text == """
                No RIB in the tree
                  demo (process 4711) at 2026-03-01T12:00:00Z, .ribleak/run-1/demo-4711
                  seen 0.012346 s into the recording, at 2026-03-01T12:00:00.012Z
                ! a stream is damaged

                """)
    }

    @Test func whatNobodyKnowsIsLeftOut() {
        func node(_ standing: RIBTree.Node.Standing) -> RIBTree.Node {
            RIBTree.Node(
                id: 1, type: "A", ribPath: "A", standing: standing, isActive: false, age: nil,
                subscriptions: nil, workers: nil)
        }
        let process = TreeSnapshot.Process(
            trace: nil, processName: "demo", processID: 7, startedAt: nil)
        let tree = RIBTree([node(.attached), node(.unattached)], of: process)
        #expect(
            tree.text == """
                2 RIBs in the tree
                  demo (process 7)

                A  A  inactive, attached
                A  A  inactive, not attached

                """)
    }

    @Test func eachProcessHasItsTree() {
        let (first, second) = (TreeSamples.process(1), TreeSamples.process(2))
        let node = TreeSamples.node(1, "A")
        let text = [
            TreeSamples.snapshot([node], process: first),
            TreeSamples.snapshot([node], process: second),
        ].text()
        #expect(
            text.contains("active, attached 8.1 ms ago\n\n1 RIB in the tree\n  demo (process 2)"))
    }

    @Test func hostileNamesStayOnTheirLine() {
        let text = [
            TreeSamples.snapshot([TreeSamples.node(1, TreeSamples.evil)])
        ].text()
        #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test func aNameWiderThanItsColumnDoesNotWidenTheOthers() {
        let long = TreeSamples.node(1, String(repeating: "x", count: 500))
        let text = [
            TreeSamples.snapshot([long, TreeSamples.node(2, "A", below: 1, depth: 1)])
        ].text()
        #expect(text.contains("\n└── ARouter  Root/A  active"))
    }
}
