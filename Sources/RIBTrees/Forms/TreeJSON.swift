// SPDX-License-Identifier: Apache-2.0

import RIBText

extension [TreeSnapshot] {
    /// The trees of all processes for programs, contract version 1. It ends with a line break.
    ///
    /// RIBs are a list in which parents come before children and children name their parent's id.
    /// So no tree is too deep for a reader.
    package var json: String {
        JSONText.encoded(JSONValue(["version": TreeSnapshot.jsonVersion, "processes": self]))
    }
}

extension TreeSnapshot: JSONConvertible {
    /// The version of the JSON. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    fileprivate static let jsonVersion = 1

    /// A process, with every key, including those with absent facts.
    package var jsonValue: JSONValue {
        JSONValue([
            "trace": process.trace, "process": process.processName, "pid": process.processID,
            "start": process.startedAt, "momentNanoseconds": moment, "momentTime": time,
            "isEnd": isEnd, "tree": tree.map(\.json), "detached": detached.map(\.json),
        ])
    }
}

extension RIBTree.Node {
    /// A RIB, with every key, including those with absent facts.
    fileprivate var json: JSONValue {
        JSONValue([
            "id": id, "parent": parent, "type": type, "ribPath": ribPath,
            "standing": standing.rawValue, "isActive": isActive, "ageNanoseconds": age,
            "subscriptions": subscriptions, "workers": workers, "omittedBelow": omitted,
        ])
    }
}
