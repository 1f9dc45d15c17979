// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import RIBTrees
import RIBWatch

@testable import RIBAnalysis
@testable import RIBRuns
@testable import RIBWatchWeb

/// A process that is found, named by its index.
func found(_ index: Int) -> WatchChange {
    .processFound(
        index,
        RecordedProcess(
            trace: "", processName: "app-\(index)", processID: 100 + index,
            startedAt: "2026-01-02T03:04:05.678Z"))
}

/// An event, so many nanoseconds after the first one of the process that has the time 0.
func event(
    _ kind: RunEvent.Kind, _ id: UInt64, at time: Int64, process: Int = 0, path: String? = nil,
    type: String? = nil, kind objectKind: ObjectKind? = nil, parent: UInt64? = nil,
    owner: UInt64? = nil, after: UInt64? = nil
) -> WatchChange {
    var event = RunEvent(
        kind: kind, time: 1_700_000_000_000_000_000 + time, process: process)
    (event.id, event.ribPath, event.type) = (id, path, type)
    (event.objectKind, event.other, event.after) = (objectKind, parent ?? owner, after)
    return .event(event)
}

/// A finding about an object.
func finding(_ object: UInt64) -> Finding {
    let identity = FindingIdentity(
        kind: FindingKind.leakedRouter.rawValue, ribPath: "Root/Home", type: "HomeRouter")
    return Finding(
        kind: .leakedRouter, ribPath: "Root/Home", type: "HomeRouter",
        fingerprint: identity.fingerprint, identity: identity, explainedBy: "object:\(object)",
        count: 1, victims: [], test: nil, retainPath: nil, stacks: FindingStacks(), hint: nil,
        occurrences: [Occurrence(.object(object))])
}

/// The ids for `ribleak explain` in the last list of findings among some steps.
func explained(in text: String) -> [String] {
    let last = text.components(separatedBy: "[\"findings\"").last ?? ""
    return last.matches(of: /"explain":"(.*?)"/).map { String($0.1) }
}

/// The steps of some changes, one a line.
func steps(_ changes: WatchChange..., in model: inout PageModel) -> [String] {
    model.steps.begin(isWanted: true)
    _ = model.apply(changes)
    return lines(of: model.steps.text)
}

/// A list of steps, one a line, without findings and times of pulses.
func lines(of text: String) -> [String] {
    text.dropFirst().dropLast().replacing("],[", with: "]\n[").split(separator: "\n")
        .map(String.init).filter { !$0.contains("\"findings\"") && !$0.contains("\"now\"") }
}

/// The tree of a process in which there is nothing.
func noTree(_ process: Int) -> TreeSnapshot {
    TreeSnapshot(
        process: .init(trace: nil, processName: "app", processID: 1, startedAt: nil), tree: [])
}

extension PageModel {
    /// Takes changes of which none was skipped.
    mutating func apply(_ changes: [WatchChange]) -> Bool { apply(changes, tree: noTree) }
}
