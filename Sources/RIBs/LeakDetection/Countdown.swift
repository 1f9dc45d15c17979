import Dispatch
import RIBRecorder

/// Counts running time down on the main queue, and then runs a closure.
final class Countdown: @unchecked Sendable {
    // Unchecked but right: after init everything is touched on the main queue only, and the caller
    // has given the closure away for that.
    private let delay: UInt64
    private var time: RunningTime
    private var logic: (() -> Void)?
    private var timer: (any DispatchSourceTimer)?

    /// - Parameters:
    ///   - delay: Nanoseconds.
    ///   - frame: Nanoseconds that count at most between two ticks.
    init(
        delay: UInt64, frame: UInt64, from now: UInt64 = Countdown.clock(),
        logic: @escaping () -> Void
    ) {
        self.delay = delay
        self.logic = logic
        time = RunningTime(tickLength: frame)
        time.resume(at: now)
    }

    static func clock() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Ticks every `period` nanoseconds until the closure has run; the timer keeps this alive.
    func start(period: UInt64) {
        DispatchQueue.main.async { [self] in
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.setEventHandler { [self] in tick(at: Self.clock()) }
            timer.schedule(deadline: .now(), repeating: .nanoseconds(Int(clamping: period)))
            self.timer = timer
            timer.activate()
        }
    }

    func tick(at now: UInt64) {
        time.tick(at: now)
        guard time.elapsed > delay, let logic else { return }
        self.logic = nil
        timer?.cancel()
        timer = nil
        logic()
    }
}
