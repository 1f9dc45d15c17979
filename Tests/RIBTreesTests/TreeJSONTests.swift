// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBText
@testable import RIBTrees

@Suite struct TreeJSONTests {
    @Test func writesEqualTreesAsEqualText() {
        let node = TreeSamples.node(2, "Home", below: 1, depth: 1, workers: ["SyncWorker"])
        #expect(
            [TreeSamples.snapshot([node])].json == """
                {
                  "processes" : [
                    {
                      "detached" : [],
                      "isEnd" : true,
                      "momentNanoseconds" : 12345678,
                      "momentTime" : "2026-03-01T12:00:00.012Z",
                      "pid" : 4711,
                      "process" : "demo",
                      "start" : "2026-03-01T12:00:00Z",
                      "trace" : ".ribleak/run-1/demo-4711",
                      "tree" : [
                        {
                          "ageNanoseconds" : 8100000,
                          "id" : 2,
                          "isActive" : true,
                          "omittedBelow" : 0,
                          "parent" : 1,
                          "ribPath" : "Root/Home",
                          "standing" : "attached",
                          "subscriptions" : 0,
                          "type" : "HomeRouter",
                          "workers" : [
                            "SyncWorker"
                          ]
                        }
                      ]
                    }
                  ],
                  "version" : 1
                }

                """)
    }

    @Test func aRootNamesNoParent() {
        let text = [TreeSamples.snapshot([TreeSamples.node(1, "Root")])].json
        #expect(text.contains("\"parent\" : null"))
    }

    @Test func hostileNamesAreData() throws {
        let text = [
            TreeSamples.snapshot([TreeSamples.node(1, TreeSamples.evil)])
        ].json
        #expect(!text.unicodeScalars.contains { $0 != "\n" && TerminalEscape.isHidden($0) })
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let process = (object?["processes"] as? [[String: Any]])?.first
        let node = (process?["tree"] as? [[String: Any]])?.first
        #expect(node?["type"] as? String == "\(TreeSamples.evil)Router")
    }
}
