// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Collects from a trace why objects are alive, for `RetainPathDraft`. The events of a path are its
/// steps, then its summary. An object's further paths come before its first one, which ends them.
package struct RetentionModel {
    /// One path to an object, as recorded.
    package struct Retention {
        let steps: [RetentionStep]
        let summary: RetentionSummary
        /// Further paths to the object.
        var others: [Retention] = []
        /// The first path that a search for the object found, if this is one of a later search;
        /// else empty. An array, since a struct cannot contain itself.
        var first: [Retention] = []

        /// Whether it says what keeps the object: it begins at a root or is a cycle.
        fileprivate var isPath: Bool { !steps.isEmpty && summary.reason != .unseen }
    }

    /// A recorder writes fewer for one path. More means that the trace is damaged.
    private static let mostSteps = 256
    /// A recorder writes fewer for one object.
    private static let mostPaths = 32

    /// Steps whose summary has not come yet.
    private var unfinished: [ObjectID: [RetentionStep]] = [:]
    /// Further paths of objects whose first path has not come yet.
    private var others: [ObjectID: [Retention]] = [:]
    private var all: [ObjectID: Retention] = [:]

    /// What the last search for an object found.
    package subscript(object: ObjectID) -> Retention? { all[object] }

    /// Whether a path shows for certain that something kept an object that no pending work lets go.
    func wasKept(_ object: ObjectID) -> Bool {
        guard let retention = all[object], !retention.steps.isEmpty else { return false }
        return switch retention.summary.reason {
        case .attachedRouter, .global, .cycle: !retention.steps.contains(where: \.isInferred)
        case .task, .queue, .thread, .unseen: false
        }
    }

    /// Forgets why objects were alive.
    package mutating func keep(where isWanted: (ObjectID) -> Bool) {
        all = all.filter { isWanted($0.key) }
        unfinished = unfinished.filter { isWanted($0.key) }
        others = others.filter { isWanted($0.key) }
    }

    /// Adds the objects that paths lead through: the tree must not forget them.
    package func addReferences(to objects: inout Set<ObjectID>) {
        for retention in all.values {
            for path in [retention] + retention.others {
                for step in path.steps { objects.insert(step.holderObject) }
            }
        }
    }

    /// Notes the next edge of a path to an object.
    mutating func note(_ step: RetentionStep, of object: ObjectID) {
        guard unfinished[object, default: []].count < Self.mostSteps else { return }
        unfinished[object, default: []].append(step)
    }

    /// Notes the end of a path to an object.
    mutating func note(_ summary: RetentionSummary, of object: ObjectID) {
        let steps = unfinished.removeValue(forKey: object) ?? []
        if summary.isOfOtherPath {
            guard others[object, default: []].count < Self.mostPaths else { return }
            others[object, default: []].append(Retention(steps: steps, summary: summary))
            return
        }
        var last = Retention(
            steps: steps, summary: summary, others: others.removeValue(forKey: object) ?? [])
        if var known = all[object] {
            (last.first, known.first) = (known.first, [])
            if last.first.isEmpty, known.isPath { last.first = [known] }
        }
        all[object] = last
    }
}
