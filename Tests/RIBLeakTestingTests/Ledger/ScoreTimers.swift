// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

// Timers of the main run loop that nobody hands over, as apps have them. What they call is held without
// isolation, which is right: they tick on the test's thread, the main one.

extension Kept {
    func schedule(
        every interval: TimeInterval, repeats: Bool = true,
        _ tick: @escaping @Sendable (Timer) -> Void
    ) -> Timer {
        let timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: repeats, block: tick)
        others.append(timer)
        return timer
    }

    /// Lets each timer tick that is valid.
    func tick() {
        for timer in others.compactMap({ $0 as? Timer }) {
            let next = timer.fireDate
            while timer.isValid, timer.fireDate == next {
                _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
            }
        }
    }
}

extension ScoreInteractor {
    @discardableResult
    func startBareTimer(
        every interval: TimeInterval = 0.001, repeats: Bool = true, in kept: Kept
    ) -> Timer {
        // Safe here and below: the timers fire on the main run loop, where the tests run too.
        nonisolated(unsafe) weak let me = self
        return kept.schedule(every: interval, repeats: repeats) { _ in me?.show() }
    }

    /// A timer that ends itself once nobody is there to be shown anything.
    func startCarefulTimer(in kept: Kept) {
        nonisolated(unsafe) weak let me = self
        _ = kept.schedule(every: 0.001) { timer in
            guard let me else { return timer.invalidate() }
            me.show()
        }
    }
}

extension GameWorker {
    func startBareTimer(in kept: Kept) {
        nonisolated(unsafe) weak let me = self
        _ = kept.schedule(every: 0.001) { _ in me?.whenStarted = { _ in } }
    }
}

extension ParentInteractor {
    func watch(_ child: ScoreInteractor, in kept: Kept) {
        nonisolated(unsafe) weak let child = child
        _ = kept.schedule(every: 0.001) { _ in child?.show() }
    }
}
