import Dispatch
import Foundation

/// Lets the work that is already queued run, so that what it holds is let go before judgement.
///
/// It never sleeps: it queues a mark behind the pending work and waits for the mark. The time
/// limit only ends a wait that cannot succeed, as when it is called inside a main-queue block.
enum MainQueueDrain {
    private static let timeLimit: TimeInterval = 1

    /// Runs what is queued on the global queues and the main queue at this moment.
    ///
    /// - Returns: False when the mark was not reached: the main queue is blocked.
    static func drainOnce() -> Bool {
        let mark = AtomicCounter()
        let served = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        let qualities: [DispatchQoS.QoSClass] = [.userInitiated, .default, .utility, .background]
        for quality in qualities {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                DispatchQueue.global(qos: quality).async(group: group) {}
            }
        }
        group.notify(queue: .main) {
            mark.increment()
            served.signal()
        }
        guard Thread.isMainThread else {
            return served.wait(timeout: .now() + timeLimit) == .success
        }
        let deadline = Date(timeIntervalSinceNow: timeLimit)
        while mark.value == 0, deadline.timeIntervalSinceNow > 0 {
            _ = RunLoop.main.run(mode: .default, before: deadline)
        }
        return mark.value > 0
    }
}
