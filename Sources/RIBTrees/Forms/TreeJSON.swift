// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Renders trees of RIBs as JSON for programs, contract version 1.
///
/// RIBs are a list in which parents come before children and children name their parent's id. So no
/// tree is too deep for a reader.
package struct TreeJSON: Sendable {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    package static let version = 1

    /// Creates a renderer.
    package init() {}

    /// The trees of all processes, ending with a line break.
    package func text(for snapshots: [TreeSnapshot]) -> String {
        JSONText.encoded(Document(processes: snapshots.map(Process.init)))
    }

    private struct Document: Encodable {
        let version = TreeJSON.version
        let processes: [Process]
    }

    private struct Process: Encodable {
        private let snapshot: TreeSnapshot

        init(_ snapshot: TreeSnapshot) {
            self.snapshot = snapshot
        }

        private enum CodingKeys: String, CodingKey {
            case trace, process, pid, start, momentNanoseconds, momentTime, isEnd, tree, detached
        }

        /// Writes every key, including those with absent facts.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(snapshot.process.trace, forKey: .trace)
            try object.encode(snapshot.process.processName, forKey: .process)
            try object.encode(snapshot.process.processID, forKey: .pid)
            try object.encode(snapshot.process.startedAt, forKey: .start)
            try object.encode(snapshot.moment, forKey: .momentNanoseconds)
            try object.encode(snapshot.time, forKey: .momentTime)
            try object.encode(snapshot.isEnd, forKey: .isEnd)
            try object.encode(snapshot.tree.map(Node.init), forKey: .tree)
            try object.encode(snapshot.detached.map(Node.init), forKey: .detached)
        }
    }

    private struct Node: Encodable {
        private let node: RIBTree.Node

        init(_ node: RIBTree.Node) {
            self.node = node
        }

        private enum CodingKeys: String, CodingKey {
            case id, parent, type, ribPath, standing, isActive, ageNanoseconds, subscriptions
            case workers, omittedBelow
        }

        /// Writes every key, including those with absent facts.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(node.id, forKey: .id)
            try object.encode(node.parent, forKey: .parent)
            try object.encode(node.type, forKey: .type)
            try object.encode(node.ribPath, forKey: .ribPath)
            try object.encode(node.standing.rawValue, forKey: .standing)
            try object.encode(node.isActive, forKey: .isActive)
            try object.encode(node.age, forKey: .ageNanoseconds)
            try object.encode(node.subscriptions, forKey: .subscriptions)
            try object.encode(node.workers, forKey: .workers)
            try object.encode(node.omitted, forKey: .omittedBelow)
        }
    }
}
