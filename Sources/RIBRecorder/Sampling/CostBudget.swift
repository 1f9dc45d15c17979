// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// What the call stacks and retain paths of one session may cost. Once it is spent, the session
/// goes on as at level `counts`.
///
/// Processor time and not the clock, so that a busy machine records what an idle one records.
final class CostBudget: Sendable {
    /// Nanoseconds of processor time.
    private let timeLimit: UInt64
    /// Bytes in the trace.
    private let byteLimit: UInt64
    private let time = AtomicCounter()
    private let bytes = AtomicCounter()
    private let uses = AtomicCounter()
    /// More than 0 once something did not fit into the bytes.
    private let refusals = AtomicCounter()
    /// How often it was noticed that the budget is spent.
    private let notices = AtomicCounter()
    /// Nanoseconds of processor time that the calling thread has had.
    private let clock: @Sendable () -> UInt64

    init(timeLimit: UInt64, byteLimit: UInt64, clock: @escaping @Sendable () -> UInt64) {
        self.timeLimit = timeLimit
        self.byteLimit = byteLimit
        self.clock = clock
    }

    var isSpent: Bool { time.value >= timeLimit || refusals.value > 0 }

    /// Nanoseconds of processor time that are left.
    var timeLeft: UInt64 { timeLimit - min(time.value, timeLimit) }

    /// Begins something that costs. Pass the result to `end`; nil when the budget is spent, so that
    /// it must not be done.
    func begin() -> UInt64? { isSpent ? nil : clock() }

    /// Ends what `begin` began, on the same thread. Returns what to record if that has spent the
    /// budget.
    func end(_ start: UInt64) -> TraceEvent? {
        let now = clock()
        uses.increment()
        time.add(now > start ? now - start : 0)
        guard isSpent, notices.increment() == 1 else { return nil }
        return .budgetSpent(
            refusals.value > 0 ? .bytes : .processorTime, uses: uses.value,
            processorTime: time.value, bytes: bytes.value)
    }

    /// Takes bytes for events that are about to be written. False when that many are not left; then
    /// they must not be written.
    func take(_ count: Int) -> Bool {
        if bytes.add(UInt64(count), upTo: byteLimit) { return true }
        refusals.increment()
        return false
    }
}
