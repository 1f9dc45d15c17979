// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RIBRecorder

/// Watches whether objects are freed and views leave the screen in time.
///
/// The runtime itself watches what its routers release. Use this detector for anything else. What
/// is not freed in time is recorded and reported as a leak. The detector also responds to it as
/// ``response`` says. Time counts only while the process runs. Any thread may make any call.
///
/// A test may set a subclass as a double with ``setInstance(_:)``. The runtime asks it, as uber's
/// does, about what freed routers and interactors owned, and about views of inactive RIBs.
// `@unchecked Sendable` is safe: its stored properties are constants, with their state behind
// locks.
open class LeakDetector: @unchecked Sendable {
    private static let current = Protected(LeakDetector())
    /// 1 once anything needs the runtime's expectations. Before that, no detector receives them.
    private static let isAsked = AtomicCounter()

    /// The detector of this process.
    public static var instance: LeakDetector { current.withLock { $0 } }

    /// Replaces the detector, for example with a test double.
    public static func setInstance(_ newInstance: LeakDetector) {
        if newInstance.isDouble { isAsked.value = 1 }
        // The old one is freed outside the lock, because it may hold anything.
        _ = current.withLock { current in
            defer { current = newInstance }
            return current
        }
    }

    private struct State {
        var response = LeakResponse.record
        /// The open expectations by serial number. An address may be reused for another object.
        var pending: [UInt64: PendingExpectation] = [:]
        var lastNumber: UInt64 = 0
        var deadlines = DeadlineQueue<UInt64>(tickLength: LeakDetector.tickLength)
        /// The numbers of those whose time is over, and that wait for the recorder.
        var overdue: [UInt64] = []
    }

    /// Nanoseconds: the longest duration of a frame that uber/RIBs-iOS assumes.
    static let tickLength: UInt64 = 33_000_000

    /// Its number is 1 when the response does more than record, or the status has a subscriber.
    private let state = Protected(State())
    private let environment: Environment
    private var recorder: Recorder { environment.recorder }
    let isBusy = ActivityStream()
    private var isFollowed: Bool { state.number == 1 }
    private var isDouble: Bool { type(of: self) != LeakDetector.self }

    /// Makes a detector with this process's recorder, for a double.
    public init() { environment = Environment() }

    init(_ environment: Environment) { self.environment = environment }

    struct Environment: Sendable {
        var recorder = Recorder.shared
        /// Whether a missed expectation is only reported in a line on standard error.
        var isDisabled = Environment.isDisabled(in: ProcessInfo.processInfo.environment)
        /// False when a test calls the ticks itself.
        var ticksByItself = true
        /// Nanoseconds of a steady clock.
        var clock: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
        /// Prints a line for the person who runs the host.
        var say: @Sendable (String) -> Void = { HostWarning.say($0) }
        var stop: @Sendable (String) -> Void = { assertionFailure($0) }

        static func isDisabled(in environment: [String: String]) -> Bool {
            let wish = environment["DISABLE_LEAK_DETECTION"]?.lowercased()
            return wish == "yes" || wish == "true"
        }
    }

    /// The response to a missed expectation, besides recording it. By default there is none.
    ///
    /// It applies to what this detector was asked to watch, and to what a freed router or
    /// interactor leaves behind. What a detached router keeps is only recorded, since it may be
    /// attached again. If `DISABLE_LEAK_DETECTION` is `yes` or `true` in the environment, a line on
    /// standard error replaces any response.
    public var response: LeakResponse {
        get { state.withLock { $0.response } }
        set {
            // The old one is freed outside the lock, because it may hold anything.
            _ = state.withLock { state in
                defer { state.response = newValue }
                return state.response
            }
            if case .record = newValue {} else { follow() }
        }
    }

    /// Whether anything is expected. Starts with the current status; no value comes twice in a row.
    /// Values come on the thread that changed the status. What the runtime expects of freed routers
    /// and interactors counts from the first access on.
    open var status: LeakDetectionStatusStream {
        follow()
        return statusStream
    }

    private func follow() {
        state.withLock { _ in state.number = 1 }
        Self.isAsked.value = 1
    }

    /// Expects an object to be freed.
    ///
    /// The object is held weakly, and is recorded even if it is not part of a RIB. A part of a RIB
    /// is only reported after that RIB was in a tree and left it. The time is in seconds.
    @discardableResult
    open func expectDeallocate(
        object: AnyObject, inTime time: Double = LeakDefaultExpectationTime.deallocation
    ) -> any LeakDetectionHandle {
        let recordedID = RIBs.recordedID(of: object)
        let id = recordedID.isNone ? recorder.identify(object, as: .object) : recordedID
        let token = recorder.expectDeallocation(
            of: object, id: id, within: ExpectationTime.nanoseconds(time), isExplicit: true,
            isReporting: !recordedID.isNone)
        return begin(expectation(of: object, id, within: time), token)
    }

    /// Expects a view to leave the screen: a view controller's to leave its window, and without
    /// UIKit, as reported by `viewDidShow` and `viewDidLeave`.
    ///
    /// A missed expectation gets a response but is not recorded. Another part of the app may show
    /// the view, and a recording cannot tell that from a mistake. The view or view controller is
    /// held weakly, and the time is in seconds.
    @discardableResult
    open func expectViewControllerDisappear(
        viewController: ShownView, inTime time: Double = LeakDefaultExpectationTime.viewDisappear
    ) -> any LeakDetectionHandle {
        begin(PendingExpectation(.disappearance, of: viewController, within: time), nil)
    }

    /// Reports that a router or an interactor that owned an object is being freed. The time counts
    /// if something needs the runtime's expectations. `part` is nil unless its RIB was in a tree.
    static func ownerIsFreed(
        of object: @autoclosure () -> AnyObject, _ part: @autoclosure () -> RecordedPart?,
        inTime time: Double = LeakDefaultExpectationTime.deallocation
    ) {
        let part = part()
        part?.expectDeallocation()
        if isAsked.value == 1 {
            instance.ownerIsFreed(of: object(), part?.id ?? .none, inTime: time)
        }
    }

    /// Expects an object to be freed after its owner. The recorder already expects this.
    func ownerIsFreed(of object: AnyObject, _ id: ObjectID = .none, inTime time: Double) {
        if isDouble {
            expectDeallocate(object: object, inTime: time)
        } else if isFollowed {
            _ = begin(expectation(of: object, id, within: time), nil)
        }
    }

    private func expectation(
        of object: AnyObject, _ id: ObjectID, within time: Double
    ) -> PendingExpectation {
        PendingExpectation(
            .deallocation, of: object, id, within: time,
            callers: isFollowed ? recorder.callers() : [])
    }

    /// The detector that a test set, if any.
    static var double: LeakDetector? {
        isAsked.value == 0 ? nil : instance.isDouble ? instance : nil
    }

    // MARK: - Time

    private func begin(_ expectation: PendingExpectation, _ token: ExpectationToken?) -> Handle {
        // A forked child has no thread that would check, and its state may be inconsistent.
        if Recorder.isInForkedChild { return Handle(detector: self, number: 0, token: token) }
        let limit = ExpectationTime.nanoseconds(expectation.report.time)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.pending[state.lastNumber] = expectation
            if state.deadlines.ticker == nil, environment.ticksByItself {
                state.deadlines.ticker = Ticker(
                    interval: Self.tickLength, queue: Self.queue
                ) { [weak self] in
                    if let self { tick(at: environment.clock()) }
                }
            }
            state.deadlines.add(state.lastNumber, limit: limit, at: environment.clock())
            return state.lastNumber
        }
        sendStatus()
        return Handle(detector: self, number: number, token: token)
    }

    /// Runs on the main queue. By its name, the recorder knows that what waits there is its own.
    private static let queue = DispatchQueue(label: "ribleak.leak-detector", target: .main)

    /// Counts the time since the last tick and responds to missed expectations, on the main thread.
    /// The recorder's judgement comes first, up to two of its ticks later, and then its search for
    /// what keeps the object alive. Until then each tick asks anew, so nothing waits.
    func tick(at now: UInt64) {
        let (overdue, response) = state.withLock { state in
            state.overdue += state.deadlines.tick(at: now)
            state.overdue.removeAll { state.pending[$0] == nil }
            return (state.overdue.map { ($0, state.pending[$0]) }, state.response)
        }
        var missed: [UInt64: LeakReport] = [:]
        var over: Set<UInt64> = []
        for case (let number, let expectation?) in overdue {
            if case .record = response {
                // Nothing more is asked.
            } else if !expectation.isMet {
                switch recorder.state(of: expectation.id, letGoBy: expectation.callers) {
                case .pending: continue
                case .inUse: break
                case .answered(let answer): missed[number] = expectation.report(answer)
                }
            }
            over.insert(number)
        }
        let isOver = over
        let ended = state.withLock { state in
            state.overdue.removeAll(where: isOver.contains)
            let ended = overdue.map(\.0).filter {
                isOver.contains($0) && state.pending.removeValue(forKey: $0) != nil
            }
            if state.pending.isEmpty { state.deadlines.removeAll() }
            return ended
        }
        for report in ended.compactMap({ missed[$0] }) { respond(to: report, by: response) }
        if !ended.isEmpty { sendStatus() }
    }

    private func respond(to report: LeakReport, by response: LeakResponse) {
        switch response {
        case .record: return
        case _ where environment.isDisabled:
            environment.say("leak detection is disabled: \(report)")
        case .trap: environment.stop(report.description)
        case .call(let closure): closure(report)
        }
    }

    private func cancel(_ number: UInt64, _ token: ExpectationToken?) {
        guard !Recorder.isInForkedChild,
            state.withLock({ $0.pending.removeValue(forKey: number) }) != nil
        else { return }
        if let token { recorder.cancelExpectation(token) }
        sendStatus()
    }

    /// The last call that changes the pending expectations reports the final status.
    private func sendStatus() {
        var now: Bool
        repeat {
            now = state.withLock { !$0.pending.isEmpty }
            if isBusy.value != now { isBusy.send(now) }
        } while state.withLock({ !$0.pending.isEmpty }) != now
    }

    private struct Handle: LeakDetectionHandle {
        let detector: LeakDetector
        let number: UInt64
        let token: ExpectationToken?

        func cancel() { detector.cancel(number, token) }
    }
}

/// One expectation of the leak detector.
public protocol LeakDetectionHandle {
    /// Cancels the expectation. Calling it again, or after the time is over, does nothing.
    func cancel()
}

/// Whether a ``LeakDetector`` expects anything.
public typealias LeakDetectionStatusStream = RIBStream<LeakDetectionStatus>

/// Whether the leak detector has open expectations.
public enum LeakDetectionStatus: Sendable {
    // The names are uber's.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// At least one expectation is still open.
    case InProgress
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// No expectation is open any more.
    case DidComplete
}

/// The default times, in seconds, for released objects and views to go.
public struct LeakDefaultExpectationTime {
    /// The time until an object is freed.
    public static let deallocation = Double(ExpectationTime.object) / 1e9
    /// The time until a view is off the screen, or freed.
    public static let viewDisappear = Double(ExpectationTime.view) / 1e9
}
