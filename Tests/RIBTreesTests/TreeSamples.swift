// SPDX-License-Identifier: Apache-2.0

@testable import RIBTrees

/// Trees of RIBs, for the tests of their renderers.
enum TreeSamples {
    static let evil = "A\u{1B}[31m\u{202E}\"]<b>&#34;`|\\\n\u{2028}end"

    static func process(_ id: Int = 4711) -> TreeSnapshot.Process {
        TreeSnapshot.Process(
            trace: ".ribleak/run-1/demo-\(id)", processName: "demo", processID: id,
            startedAt: "2026-03-01T12:00:00Z")
    }

    static func snapshot(
        _ tree: [RIBTree.Node], detached: [RIBTree.Node] = [], isEnd: Bool = true,
        gaps: String? = nil,
        process: TreeSnapshot.Process = process()
    ) -> TreeSnapshot {
        TreeSnapshot(
            process: process, moment: 12_345_678, time: "2026-03-01T12:00:00.012Z", isEnd: isEnd,
            tree: tree, detached: detached, gaps: gaps)
    }

    static func node(
        _ id: UInt64, _ name: String, below parent: UInt64? = nil, depth: Int = 0,
        standing: RIBTree.Node.Standing = .attached, isActive: Bool = true, subscriptions: Int = 0,
        workers: [String] = [], omitted: Int = 0
    ) -> RIBTree.Node {
        RIBTree.Node(
            id: id, parent: parent, depth: depth, type: "\(name)Router", ribPath: "Root/\(name)",
            standing: standing, isActive: isActive, age: 8_100_000, subscriptions: subscriptions,
            workers: workers, omitted: omitted)
    }

    /// A tree with every kind of branch.
    static let wide = snapshot(
        [
            node(1, "Root", standing: .launched),
            node(2, "Home", below: 1, depth: 1, subscriptions: 2),
            node(3, "List", below: 2, depth: 2, workers: ["SyncWorker", "LogWorker"]),
            node(4, "Item", below: 3, depth: 3),
            node(5, "Menu", below: 2, depth: 2, isActive: false, omitted: 7),
            node(6, "Settings", below: 1, depth: 1, subscriptions: 1),
            node(7, "About", below: 6, depth: 2),
        ],
        detached: [
            node(8, "Game", standing: .detached, isActive: false, subscriptions: 1),
            node(9, "Board", below: 8, depth: 1),
        ])
}
