// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder

@testable import RIBs

/// The events that an observer gets from one thread's RIBs, for as long as this lives.
///
/// Other tests run at the same time, and observers hear of the whole process.
final class Observation {
    private let heard = Protected<[LifecycleEvent]>([])
    private var subscription: AnyCancellable?

    /// - Parameters:
    ///   - hearsAhead: Whether to hear what is only about to happen too.
    ///   - react: Called with each event, after it was noted. Hold trees weakly: other threads,
    ///     which call observers too, may release it.
    init(hearsAhead: Bool = false, _ react: @escaping (LifecycleEvent) -> Void = { _ in }) {
        let thread = pthread_self()
        let heard = heard
        // Safe, because only calls on this thread reach it.
        nonisolated(unsafe) let react = react
        subscription = LifecycleEvents.observe { event in
            guard pthread_equal(thread, pthread_self()) != 0, hearsAhead || !event.kind.isAhead
            else { return }
            heard.withLock { $0.append(event) }
            react(event)
        }
    }

    /// The events since the last call.
    func takeEvents() -> [LifecycleEvent] {
        heard.withLock { heard in
            defer { heard = [] }
            return heard
        }
    }

    /// The same in words, such as `attached Root/Home`.
    func take() -> [String] { takeEvents().map { "\($0.kind) \($0.ribPath)" } }

    func cancel() { subscription = nil }
}
