// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Collects from a trace why objects are alive, for `RetainPathDraft`. The events of a path are its
/// steps, then its summary. An object's further paths come before its first one, which ends them.
package struct RetentionModel {
    /// One path to an object, as recorded.
    package struct Retention {
        package let steps: [RetentionStep]
        let summary: RetentionSummary
        /// Further paths to the object.
        package fileprivate(set) var others: [Retention] = []
        /// The first path that a search for the object found, if this is one of a later search;
        /// else empty. An array, since a struct cannot contain itself. `RetainPathDraft` prefers it
        /// where only the later path goes through an ended timer.
        var first: [Retention] = []

        /// Whether it says what keeps the object: it begins at a root or is a cycle.
        fileprivate var isPath: Bool { !steps.isEmpty && summary.reason != .unseen }
    }

    /// A recorder writes fewer for one path. More means that the trace is damaged.
    private static let mostSteps = 256
    /// A recorder writes fewer for one object.
    private static let mostPaths = 32

    /// What the trace says about one object.
    package struct Answer {
        /// Steps whose summary has not come yet.
        fileprivate var unfinished: [RetentionStep] = []
        /// Further paths, while the first one has not come yet.
        fileprivate var others: [Retention] = []
        /// What the last search found.
        package fileprivate(set) var found: Retention?
    }

    package var answers: [ObjectID: Answer] = [:]

    /// What the last search for an object found.
    package subscript(object: ObjectID) -> Retention? { answers[object]?.found }

    /// Whether a path shows for certain that something kept an object that no pending work lets go.
    func wasKept(_ object: ObjectID) -> Bool {
        guard let retention = self[object], !retention.steps.isEmpty else { return false }
        return switch retention.summary.reason {
        case .attachedRouter, .global, .cycle: !retention.steps.contains(where: \.isInferred)
        case .task, .queue, .thread, .unseen: false
        }
    }

    /// Notes the next edge of a path to an object.
    mutating func note(_ step: RetentionStep, of object: ObjectID) {
        guard answers[object]?.unfinished.count ?? 0 < Self.mostSteps else { return }
        answers[object, default: Answer()].unfinished.append(step)
    }

    /// Notes the end of a path to an object.
    mutating func note(_ summary: RetentionSummary, of object: ObjectID) {
        var answer = answers[object] ?? Answer()
        var path = Retention(steps: answer.unfinished, summary: summary)
        answer.unfinished = []
        if !summary.isOfOtherPath {
            (path.others, answer.others) = (answer.others, [])
            path.first = answer.found?.first ?? []
            if path.first.isEmpty, let known = answer.found, known.isPath { path.first = [known] }
            answer.found = path
        } else if answer.others.count < Self.mostPaths {
            answer.others.append(path)
        }
        answers[object] = answer
    }
}
