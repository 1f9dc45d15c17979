// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Dispatch
import RIBTrace
import Testing

@testable import RIBRecorder

/// Leaks of many kinds at once: each has its path, as if it were the only one.
@Suite struct LeakZooTests {
    private final class Leaked: @unchecked Sendable {
        // Safe: the tasks and blocks that capture one never run on in this process's life.
        var retained: AnyObject?
        var handler: (() -> Void)?
    }

    private final class Keeper {
        var kept: [AnyObject] = []
    }

    // Safe: one test alone uses them.
    nonisolated(unsafe) private static var global: [AnyObject] = []
    nonisolated(unsafe) private static var handlers: [() -> Void] = []

    private let queue = DispatchQueue(label: "zoo")
    private let keeper = Keeper()

    /// How an object is kept, and from where its path then begins.
    private var kinds: [(reason: RetentionReason, keep: (Leaked) -> Void)] {
        [
            (.attachedRouter, { keeper.kept.append($0) }),
            (.global, { Self.global.append($0) }),
            (.global, { leaked in Self.handlers.append { _ = leaked.retained } }),
            (.cycle, { $0.retained = $0 }),
            (.cycle, { leaked in leaked.handler = { _ = leaked.retained } }),
            (
                .queue,
                { leaked in
                    queue.asyncAfter(deadline: .now() + 100_000) { leaked.handler?() }
                }
            ),
            (
                .task,
                { leaked in
                    Task.detached {
                        try? await Task.sleep(for: .seconds(100_000))
                        leaked.handler?()
                    }
                }
            ),
        ]
    }

    /// Runs in its own process, whose heap has no objects of other tests.
    @Test func of129LeaksEachHasItsPath() async {
        await #expect(processExitsWith: .success) { try LeakZooTests().check() }
    }

    private func check() throws {
        let recording = try Recording { configuration in
            configuration.searchLimit = 2_000_000_000
            configuration.ticks = false
        }
        let recorder = recording.recorder
        recorder.parentMade(keeper, recorder.objectCreated(.router, type: Keeper.self))
        var expected: [ObjectID: RetentionReason] = [:]
        for index in 0..<129 {
            let kind = kinds[index % kinds.count]
            let leaked = Leaked()
            kind.keep(leaked)
            let id = recorder.identify(leaked, as: .object)
            expected[id] = kind.reason
            recorder.expectDeallocation(of: leaked, id: id)
        }
        #if os(Linux)
            // Until it sleeps, a task is also held by the thread that runs it.
            #expect(becomes(RIBLEAK_WORK_NONE))
        #endif
        recorder.settle()
        var found: [ObjectID: RetentionReason] = [:]
        var partial = 0
        for case .retained(let id, let summary) in try recording.events() {
            found[id] = summary.steps == 0 ? nil : summary.reason
            partial += summary.isPartial ? 1 : 0
        }
        #expect(Set(expected.keys).subtracting(found.keys) == [])
        #expect(partial == 0)
        // What the memory of queues and tasks leads to, may be reached by way of either.
        let withoutTypes: Set<RetentionReason> = [.queue, .task]
        let wrong = expected.filter { id, reason in
            guard let other = found[id], other != reason else { return false }
            return !withoutTypes.isSuperset(of: [reason, other])
        }
        #expect(wrong == [:])
    }
}
