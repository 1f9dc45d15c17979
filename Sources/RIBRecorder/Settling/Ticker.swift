// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Calls a closure regularly while it is started: one timer for all that waits.
///
/// It keeps no process alive and costs nothing while it is stopped.
package final class Ticker: @unchecked Sendable {
    // Unchecked but right: nothing here changes after init, and a dispatch source may be used from
    // any thread.
    private let timer: any DispatchSourceTimer
    private let interval: DispatchTimeInterval
    private let leeway: DispatchTimeInterval

    /// Makes a ticker that is stopped.
    ///
    /// - Parameters:
    ///   - interval: Nanoseconds between two calls.
    ///   - queue: Where `onTick` is called; serial.
    package init(
        interval: UInt64, queue: DispatchQueue, onTick: @escaping @Sendable () -> Void
    ) {
        self.interval = .nanoseconds(Int(clamping: interval))
        leeway = .nanoseconds(Int(clamping: interval / 10))
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler(handler: onTick)
        // A source may not be released while suspended: stopping one only sets it far away.
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    deinit {
        timer.cancel()
    }

    /// Ticks from now on.
    package func start() {
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: leeway)
    }

    /// Ticks no more, save once if a tick is under way.
    package func stop() {
        timer.schedule(deadline: .distantFuture)
    }
}
