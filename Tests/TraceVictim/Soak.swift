// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBs

/// Has RIBs come and go on three threads for long, and says now and then how much memory the process has.
///
/// `resident PAGES`, ten times on the way, and `leaked N` at the end. The pages are the fewest since the
/// time before, since what a search takes for its while says nothing of what stays.
final class Soak: Sendable {
    private static let threads = 3
    /// Of so many RIBs of a thread one leaks.
    private static let leakEvery = 50_000
    /// The memory is looked at after so many RIBs of a thread.
    private static let lookEvery = 1_000

    private let cycles: Int
    private let seconds: Int
    private let kept = Protected<[Interactor]>([])

    /// - Parameters:
    ///   - cycles: RIBs of all threads together.
    ///   - seconds: How long to go on at least.
    init(cycles: Int, seconds: Int) {
        self.cycles = cycles
        self.seconds = seconds
    }

    func run() {
        let threads = (0..<Self.threads).map { _ in DispatchSemaphore(value: 0) }
        for (number, isDone) in threads.enumerated() {
            Thread.detachNewThread { [self] in
                work(saysMemory: number == 0)
                isDone.signal()
            }
        }
        // As an app's, the main queue runs meanwhile.
        for thread in threads {
            while thread.wait(timeout: .now()) == .timedOut {
                RunLoop.main.run(until: Date() + 0.05)
            }
        }
        Witness.say("leaked \(kept.withLock { $0.count })")
    }

    private func work(saysMemory: Bool) {
        let root = Router(interactor: Interactor())
        root.interactor.activate()
        root.load()
        let subject = PassthroughSubject<Int, Never>()
        let share = cycles / Self.threads
        var done = 0
        var parts = 0
        var resident = Int.max
        let start = ContinuousClock.now
        while parts < 10 {
            let interactor = done % Self.leakEvery == 1_000 ? LeakedInteractor() : Interactor()
            if interactor is LeakedInteractor { kept.withLock { $0.append(interactor) } }
            let child = Router(interactor: interactor)
            root.attachChild(child)
            subject.sink { _ in }.cancelOnDeactivate(interactor: interactor)
            subject.send(done)
            root.detachChild(child)
            done += 1
            if saysMemory, done % Self.lookEvery == 0 {
                resident = min(resident, Self.residentPages())
            }
            // Tenths of the cycles or of the time, whichever lasts longer.
            let time = Int((ContinuousClock.now - start) / .seconds(1))
            let part = min(done * 10 / share, seconds == 0 ? 10 : time * 10 / seconds)
            guard part > parts else { continue }
            parts = part
            guard saysMemory else { continue }
            Witness.say("resident \(min(resident, Self.residentPages()))")
            resident = .max
        }
    }

    // Safe: it adds no state, and `kept` only holds it.
    private final class LeakedInteractor: Interactor, @unchecked Sendable {}

    private static func residentPages() -> Int {
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
