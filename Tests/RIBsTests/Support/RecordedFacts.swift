// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace

/// What the recorder of this process has written of the objects a test names.
struct RecordedFacts {
    /// False when the environment switches recording off.
    static var isRecording: Bool { Recorder.shared.traceFolder != nil }

    /// Whether the lines of subscriptions say how their owners are known and what confines them.
    var saysHow = false

    private var names: [ObjectID: String] = [:]

    mutating func name(_ id: ObjectID, _ name: String) { names[id] = name }

    /// The facts of named objects in order of time, one a line.
    func lines() throws -> [String] {
        guard let folder = Recorder.shared.traceFolder else { return [] }
        var reader = try TraceReader(folder: folder)
        var lines: [String] = []
        var texts: [StringID: String] = [:]
        var subscriptions: [SubscriptionID: String] = [:]
        while let event = reader.next() {
            switch event.event {
            case .stringDefined(let id, let text):
                texts[id] = text
            case .subscribed(let id, let owner, let isActive, let chain, _, let how, let bound):
                guard let name = names[owner], !owner.isNone else { break }
                subscriptions[id] = name
                lines.append(
                    "\(name) subscribed\(isActive ? "" : " while inactive"): \(texts[chain] ?? "?")"
                        + (saysHow ? " (\(how), \(bound))" : ""))
            case .stillSubscribed(let id, let counts):
                guard let name = subscriptions[id] else { break }
                lines.append(
                    "\(name) still there after \(counts.whileActive)+\(counts.whileInactive) values"
                )
            case .firedWhileInactive(let id, _, _, _):
                if let name = subscriptions[id] { lines.append("\(name) fired while inactive") }
            case .subscriptionEnded(let id, let end, let counts):
                guard let name = subscriptions[id] else { break }
                lines.append(
                    "\(name) \(end) after \(counts.whileActive)+\(counts.whileInactive) values")
            case let event:
                if let line = line(event) { lines.append(line) }
            }
        }
        return lines
    }

    private func line(_ event: TraceEvent) -> String? {
        switch event {
        case .objectCreated(let id, let kind, _, _): names[id].map { "\($0) made as \(kind)" }
        case .objectDestroyed(let id): names[id].map { "\($0) freed" }
        case .owned(let id, let owner): line(id, "owned by", owner)
        case .launched(let id, _): names[id].map { "\($0) launched" }
        case .attached(let id, let parent, _): line(id, "attached to", parent)
        case .detached(let id, let parent, _): line(id, "detached from", parent)
        case .loaded(let id): names[id].map { "\($0) loaded" }
        case .activated(let id): names[id].map { "\($0) activated" }
        case .deactivated(let id): names[id].map { "\($0) deactivated" }
        case .workerStarted(let id, let interactor): line(id, "started by", interactor)
        case .workerStopped(let id): names[id].map { "\($0) stopped" }
        case .viewAppeared(let id): names[id].map { "\($0) appeared" }
        case .viewLeft(let id, _, _): names[id].map { "\($0) left" }
        case .lifecycleViolated(let violation, let id, let other, _, _):
            names[id].map { name in
                "\(name) \(violation)" + (names[other].map { ": \($0)" } ?? "")
            }
        default: nil
        }
    }

    private func line(_ id: ObjectID, _ relation: String, _ other: ObjectID) -> String? {
        guard let name = names[id], let otherName = names[other] else { return nil }
        return "\(name) \(relation) \(otherName)"
    }
}
