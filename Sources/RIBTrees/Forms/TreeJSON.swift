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
        let processes = snapshots.map(Self.process)
        return JSONText.encoded(
            ["version": JSONValue(Self.version), "processes": .array(processes)] as JSONValue)
    }

    /// A process, with every key, including those with absent facts.
    package static func process(_ snapshot: TreeSnapshot) -> JSONValue {
        [
            "trace": JSONValue(snapshot.process.trace),
            "process": JSONValue(snapshot.process.processName),
            "pid": JSONValue(snapshot.process.processID),
            "start": JSONValue(snapshot.process.startedAt),
            "momentNanoseconds": JSONValue(snapshot.moment),
            "momentTime": JSONValue(snapshot.time), "isEnd": .bool(snapshot.isEnd),
            "tree": .array(snapshot.tree.map(node)),
            "detached": .array(snapshot.detached.map(node)),
        ]
    }

    /// A RIB, with every key, including those with absent facts.
    private static func node(_ node: RIBTree.Node) -> JSONValue {
        [
            "id": JSONValue(node.id), "parent": JSONValue(node.parent), "type": .string(node.type),
            "ribPath": .string(node.ribPath), "standing": .string(node.standing.rawValue),
            "isActive": .bool(node.isActive), "ageNanoseconds": JSONValue(node.age),
            "subscriptions": JSONValue(node.subscriptions),
            "workers": JSONValue(node.workers?.map(JSONValue.string)),
            "omittedBelow": JSONValue(node.omitted),
        ]
    }
}
