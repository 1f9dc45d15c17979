// SPDX-License-Identifier: Apache-2.0

import RIBText

extension [TreeSnapshot] {
    /// The trees of all processes for programs, contract version 1. It ends with a line break.
    ///
    /// RIBs are a list in which parents come before children and children name their parent's id.
    /// So no tree is too deep for a reader.
    package var json: String {
        JSONText.encoded(
            [
                "version": JSONValue(TreeSnapshot.jsonVersion), "processes": .array(map(\.json)),
            ] as JSONValue)
    }
}

extension TreeSnapshot {
    /// The version of the JSON. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    fileprivate static let jsonVersion = 1

    /// A process, with every key, including those with absent facts.
    package var json: JSONValue {
        [
            "trace": JSONValue(process.trace), "process": JSONValue(process.processName),
            "pid": JSONValue(process.processID), "start": JSONValue(process.startedAt),
            "momentNanoseconds": JSONValue(moment), "momentTime": JSONValue(time),
            "isEnd": .bool(isEnd), "tree": .array(tree.map(\.json)),
            "detached": .array(detached.map(\.json)),
        ]
    }
}

extension RIBTree.Node {
    /// A RIB, with every key, including those with absent facts.
    fileprivate var json: JSONValue {
        [
            "id": JSONValue(id), "parent": JSONValue(parent), "type": .string(type),
            "ribPath": .string(ribPath), "standing": .string(standing.rawValue),
            "isActive": .bool(isActive), "ageNanoseconds": JSONValue(age),
            "subscriptions": JSONValue(subscriptions),
            "workers": JSONValue(workers?.map(JSONValue.string)),
            "omittedBelow": JSONValue(omitted),
        ]
    }
}
