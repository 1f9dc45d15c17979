// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import TraceFixtures

@testable import RIBRecorder

/// A recorder of one test, and what it has recorded.
final class Recording {
    let recorder: Recorder
    private let runs: TemporaryFolder

    init(_ change: (inout RecorderConfiguration) -> Void = { _ in }) throws {
        runs = try TemporaryFolder()
        var configuration = RecorderConfiguration(level: .full, runsFolder: runs.file("runs"))
        configuration.patience = 0
        // However long a test takes, nothing waits for long.
        configuration.clock = { 1 }
        configuration.searchLimit = 0
        // Whatever other tests do meanwhile.
        configuration.isExitInTheMiddle = { _ in false }
        change(&configuration)
        recorder = Recorder(configuration)
    }

    /// All events so far, in time order.
    func events() throws -> [TraceEvent] {
        guard let folder = recorder.traceFolder else { return [] }
        var reader = try TraceReader(folder: folder)
        var events: [TraceEvent] = []
        while let event = reader.next() { events.append(event.event) }
        return events
    }

    /// The events that are not definitions, with the stacks and times taken out.
    func facts() throws -> [TraceEvent] {
        try events().compactMap { event in
            switch event {
            case .stringDefined, .imageDefined, .stackDefined, .stackContinued: nil
            case .objectCreated(let id, let kind, let type, _):
                .objectCreated(id, kind, type: type, stack: .none)
            case .attached(let child, let parent, _):
                .attached(child: child, parent: parent, stack: .none)
            case .detached(let child, let parent, _):
                .detached(child: child, parent: parent, stack: .none)
            case .firedWhileInactive(let id, _, _, _):
                .firedWhileInactive(id, scope: .none, stack: .none, sinceDeactivation: 0)
            case .subscribed(let id, let owner, let isActive, _, _, let how, let confinement):
                .subscribed(
                    id, owner: owner, ownerIsActive: isActive, chain: .none, stack: .none,
                    attribution: how, confinement: confinement)
            case .subscriptionEnded(let id, let end, let counts):
                .subscriptionEnded(id, end, counts: counts.withoutTimes)
            case .stillSubscribed(let id, let counts):
                .stillSubscribed(id, counts: counts.withoutTimes)
            default: event
            }
        }
    }
}

extension DeliveryCounts {
    /// The counts without times, which most tests do not compare.
    var withoutTimes: DeliveryCounts {
        DeliveryCounts(whileActive: whileActive, whileInactive: whileInactive)
    }
}

/// An object whose lifetime a test decides.
final class Thing: Sendable {}
