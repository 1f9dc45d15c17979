// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText
import RIBTrees
import RIBWatch

/// The RIBs of all processes: those in the trees, and then those that are detached and still alive.
///
/// - Complexity: To make one takes time for each RIB; to find a row, for each row.
struct TreeList {
    /// One row.
    enum Row {
        case process(WatchScene.Process)
        case rib(RIBRow)
    }

    /// A RIB with what its drawing needs.
    struct RIBRow {
        let process: Int
        let node: RIBTree.Node
        /// The drawing before it, such as `│  └─ `.
        let branch: String
        /// How many RIBs below it are folded away.
        var folded = 0
        /// Whether it is detached and alive, itself or below such a one.
        let isDetached: Bool
        /// The finding that it stands in.
        let finding: SeenFinding?
    }

    private(set) var rows: [Row] = []
    /// The number of rows in the trees; those after them are detached.
    private(set) var treeCount = 0

    var detachedCount: Int { rows.count - treeCount }

    /// - Parameter isFolded: Whether what is below a row is folded away.
    init(_ scene: WatchScene, isFolded: (RowKey) -> Bool) {
        let findings = Dictionary(grouping: scene.findings, by: \.process)
        let isAlone = scene.processes.count == 1
        for process in scene.processes {
            if !isAlone { rows.append(.process(process)) }
            guard isAlone || !isFolded(.process(process.number)) else { continue }
            add(
                process.snapshot.tree, of: process.number, isDetached: false,
                findings[process.number] ?? [], isFolded)
        }
        treeCount = rows.count
        for process in scene.processes {
            add(
                process.snapshot.detached, of: process.number, isDetached: true,
                findings[process.number] ?? [], isFolded)
        }
    }

    /// Whether a finding is about any of what is detached.
    var hasLeaks: Bool {
        rows[treeCount...].contains {
            if case .rib(let row) = $0 { row.finding != nil } else { false }
        }
    }

    var keys: [RowKey] {
        rows.map { row in
            switch row {
            case .process(let process): .process(process.number)
            case .rib(let row): .rib(row.process, row.node.id)
            }
        }
    }

    func text(at index: Int) -> String {
        switch rows[index] {
        case .process(let process): process.snapshot.process.processName
        case .rib(let row): "\(row.node.type) \(row.node.ribPath)"
        }
    }

    /// The row that a row is below; nil for one at the top.
    func parent(of index: Int) -> RowKey? {
        guard case .rib(let row) = rows[index] else { return nil }
        if let parent = row.node.parent { return .rib(row.process, parent) }
        let process = RowKey.process(row.process)
        return !row.isDetached && keys.contains(process) ? process : nil
    }

    private mutating func add(
        _ nodes: [RIBTree.Node], of process: Int, isDetached: Bool, _ findings: [SeenFinding],
        _ isFolded: (RowKey) -> Bool
    ) {
        let branches = nodes.branches(columns: 3)
        // The depth below which everything is folded away.
        var limit = Int.max
        for (node, branch) in zip(nodes, branches) {
            if node.depth > limit {
                if case .rib(var row)? = rows.last {
                    row.folded += 1
                    rows[rows.count - 1] = .rib(row)
                }
                continue
            }
            limit = isFolded(.rib(process, node.id)) ? node.depth : .max
            let finding = findings.first {
                isDetached ? $0.concerns(node.id) : $0.isAbout(attached: node)
            }
            rows.append(
                .rib(
                    RIBRow(
                        process: process, node: node, branch: branch, isDetached: isDetached,
                        finding: finding)))
        }
    }
}

extension SeenFinding {
    /// Whether it is about a RIB that has its place in the tree, not about one that had it before.
    fileprivate func isAbout(attached node: RIBTree.Node) -> Bool {
        concerns(node.id) || finding.kind.isAboutSubscription && finding.ribPath == node.ribPath
    }
}
