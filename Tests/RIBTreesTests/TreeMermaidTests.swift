// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrees

@Suite struct TreeMermaidTests {
    @Test func drawsEachProcessWithItsDetachedRIBsSeparately() {
        let snapshot = TreeSamples.snapshot(
            [
                TreeSamples.node(1, "Root", standing: .launched),
                TreeSamples.node(2, "Home", below: 1, depth: 1, subscriptions: 2, workers: ["W"]),
            ],
            detached: [TreeSamples.node(8, "Game", standing: .detached, isActive: false)])
        #expect(
            [snapshot].mermaid == """
                graph TD
                  subgraph p0["demo (process 4711)"]
                    p0n1["RootRouter<br/>Root/Root"]
                    p0n2["HomeRouter<br/>Root/Home<br/>2 subscriptions, 1 worker"]
                    p0n1 --> p0n2
                    subgraph d0["Detached and still alive"]
                      p0n8["GameRouter<br/>Root/Game<br/>inactive"]:::inactive
                    end
                  end
                  classDef inactive stroke-dasharray: 4 4

                """)
    }

    @Test func equalIdsOfTwoProcessesAreTwoNodes() {
        let snapshot = TreeSamples.snapshot([TreeSamples.node(1, "Root")])
        let text = [snapshot, snapshot].mermaid
        #expect(text.contains(" p0n1[") && text.contains(" p1n1["))
    }

    @Test func hostileNamesDoNotLeaveTheirLabel() {
        let text = [
            TreeSamples.snapshot([TreeSamples.node(1, TreeSamples.evil)])
        ].mermaid
        let name = """
            A#92;u#123;1B#125;#91;31m#92;u#123;202E#125;#34;#93;#60;b#62;#38;#35;34#59;#96;#124;\
            #92;#92;n#92;u#123;2028#125;end
            """
        let box = "    p0n1[\"\(name)Router<br/>Root/\(name)\"]"
        #expect(text.split(separator: "\n").map(String.init).contains(box))
        #expect(text.split(separator: "\n").count == 5)
    }

    @Test func aLineThatIsLongerThanAnyPageIsCut() {
        let text = [
            TreeSamples.snapshot([TreeSamples.node(1, String(repeating: "a", count: 300))])
        ].mermaid
        let type = String(repeating: "a", count: 200) + "…"
        let path = "Root/" + String(repeating: "a", count: 195) + "…"
        #expect(text.contains("    p0n1[\"\(type)<br/>\(path)\"]\n"))
    }
}
