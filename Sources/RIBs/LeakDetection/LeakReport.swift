// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBRecorder

/// The leak detector's report of an expectation that was not met.
public struct LeakReport: Equatable, Sendable, CustomStringConvertible {
    /// What should have happened.
    public enum Expectation: Equatable, Sendable {
        /// The object should have been freed.
        case deallocation
        /// The view should have left the screen.
        case disappearance
    }

    /// What should have happened and did not.
    public let expectation: Expectation
    /// The type of the object or view.
    public let typeName: String
    /// The time limit, in seconds in which the process ran.
    public let time: Double
    /// The references that keep the object alive, from the root to the object. Each is the holder
    /// and how it holds the next one, such as `HomeRouter.pastScreens[0]`. A reference in memory
    /// that no type describes ends in ` (inferred)`.
    ///
    /// Empty where the heap was not searched or shows none: see <doc:Runtime>.
    public internal(set) var retainPath: [String] = []
    /// The function of the app that expected the object to be freed, or freed its owner, such as
    /// `HomeRouter.routeBack()`. Nil where the program has no names. Reading lines from debug
    /// information would stop the app for seconds: `ribleak watch` and `ribleak report` do it.
    public internal(set) var function: String?

    /// A sentence for a person.
    public var description: String {
        switch expectation {
        case .deallocation:
            let place = function.map { " in \($0)" } ?? ""
            let reason =
                retainPath.isEmpty
                ? "something still holds it, such as a property, a closure or a subscription"
                : "kept alive by \(retainPath.joined(separator: " → "))"
            return "\(typeName) is still alive \(time) s after it was released\(place): \(reason)"
        case .disappearance:
            return """
                \(typeName) is still on the screen \(time) s after its RIB went: dismiss it where the \
                router is detached, or attach that router again instead of a new one
                """
        }
    }
}

/// What the leak detector does when an expectation is not met, besides recording it. It comes after
/// the leak is written and searched for: a process that ends from here on loses neither.
public enum LeakResponse: Sendable {
    /// Nothing more.
    case record
    /// Stops a debug build, as uber/RIBs-iOS does; a release build goes on.
    case trap
    /// Calls a closure, on the main thread.
    case call(@Sendable (LeakReport) -> Void)
}

/// An open expectation: that an object, held weakly, is freed or leaves the screen.
struct PendingExpectation {
    private weak var object: AnyObject?
    /// None for what is not recorded, and for a view's place on the screen.
    let id: ObjectID
    /// The return addresses of the code that let the object go; empty where nobody asks for it.
    let callers: [UInt]
    let report: LeakReport

    init(
        _ expectation: LeakReport.Expectation, of object: AnyObject, _ id: ObjectID = .none,
        within time: Double, callers: [UInt] = []
    ) {
        (self.object, self.id, self.callers) = (object, id, callers)
        report = LeakReport(
            expectation: expectation, typeName: "\(type(of: object))", time: time)
    }

    /// The report with what is known of the object.
    func report(_ answer: SurvivorAnswer) -> LeakReport {
        var report = report
        report.retainPath = answer.path
        report.function = answer.function.isEmpty ? nil : answer.function
        return report
    }

    /// Whether it is met now. Call it on the main thread, outside of any lock.
    var isMet: Bool {
        guard let object else { return true }
        return report.expectation == .disappearance && !ScreenPresence.isOnScreen(object)
    }
}

/// Runs closures after a delay in which the process ran.
public class Executor {
    /// Runs a closure on the main thread, once, after a delay that leaves out the time for which a
    /// debugger or anything else stopped the process or its main thread.
    ///
    /// The closure may be run later than after the delay, never earlier. It may only touch what may
    /// be touched on the main thread. The delay is in seconds. `maxFrameDuration` is the most
    /// milliseconds that count between two readings of the clock.
    public static func execute(
        withDelay delay: Double, maxFrameDuration: Int = 33, logic: @escaping () -> Void
    ) {
        let frame = UInt64(max(1, maxFrameDuration)) * 1_000_000
        Countdown(delay: ExpectationTime.nanoseconds(delay), frame: frame, logic: logic)
            .start(period: frame / 3)
    }
}

/// Counts running time down on the main queue, and then runs a closure.
// `@unchecked Sendable` is safe: after `init`, all state is accessed on the main queue only. The
// closure is not `Sendable`, but `Executor` documents that it runs on the main thread.
final class Countdown: @unchecked Sendable {
    private let delay: UInt64
    private var time: RunningTime
    private var logic: (() -> Void)?
    private var timer: (any DispatchSourceTimer)?

    init(
        delay: UInt64, frame: UInt64, from now: UInt64 = DispatchTime.now().uptimeNanoseconds,
        logic: @escaping () -> Void
    ) {
        self.delay = delay
        self.logic = logic
        time = RunningTime(tickLength: frame, from: now)
    }

    /// Ticks every `period` nanoseconds until the closure has run; the timer keeps this alive.
    func start(period: UInt64) {
        DispatchQueue.main.async { [self] in
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.setEventHandler { [self] in tick(at: DispatchTime.now().uptimeNanoseconds) }
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
