import Dispatch
import Foundation
import RIBTrace

/// Lets the work that is already queued run, so that what it holds is let go before judgement.
///
/// It queues a mark behind the pending work and waits for the mark. Time limits only end waits
/// that cannot succeed, as inside a main-queue block.
enum MainQueueDrain {
    /// How long work on the global queues may take.
    private static let poolLimit: TimeInterval = 1
    /// How long the main queue may take once the global queues have answered.
    private static let mainLimit: TimeInterval = 0.1

    /// Runs what is queued on the global queues and the main queue at this moment.
    ///
    /// - Returns: False when the mark was not reached: the main queue is blocked.
    static func drainOnce() -> Bool {
        let mark = Mark()
        mark.queue()
        guard Thread.isMainThread else {
            return mark.served.wait(timeout: .now() + poolLimit + mainLimit) == .success
        }
        var deadline = Date(timeIntervalSinceNow: poolLimit)
        var poolHasAnswered = false
        while !mark.isServed, deadline.timeIntervalSinceNow > 0 {
            if !poolHasAnswered, mark.hasPassedPool {
                poolHasAnswered = true
                deadline = Date(timeIntervalSinceNow: mainLimit)
            }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        return mark.isServed
    }

    /// Gives running work a little time to end, serving the main queue meanwhile.
    ///
    /// - Parameter time: Nanoseconds.
    static func serveBriefly(for time: UInt64) {
        let seconds = Double(time) / 1e9
        if Thread.isMainThread {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: seconds))
        } else {
            // Nothing signals it: this is how a thread lets others work until a time.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + seconds)
        }
    }
}

/// A mark that goes through the global queues, then through the main queue.
private final class Mark: Sendable {
    let served = DispatchSemaphore(value: 0)
    private let stage = AtomicCounter()

    var hasPassedPool: Bool { stage.value > 0 }
    var isServed: Bool { stage.value > 1 }

    func queue() {
        let group = DispatchGroup()
        let qualities: [DispatchQoS.QoSClass] = [.userInitiated, .default, .utility, .background]
        for quality in qualities {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                DispatchQueue.global(qos: quality).async(group: group) {}
            }
        }
        group.notify(queue: .global(qos: .userInitiated)) { [self] in
            stage.increment()
            DispatchQueue.main.async { [self] in
                stage.increment()
                served.signal()
            }
        }
    }
}
