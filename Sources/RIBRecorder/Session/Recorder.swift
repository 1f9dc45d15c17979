// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Records what happens to the RIBs of this process.
///
/// Every call returns at once, from any thread; none throws or traps. When recording is off, or
/// cannot start, every call does nothing.
public final class Recorder: Sendable {
    /// The recorder of this process. It reads `RIBLEAK_LEVEL` (`off`, `counts`, `sampled` or
    /// `full`, the default) and `RIBLEAK_TRACE_DIR` (the folder for runs, by default `.ribleak`) at
    /// first use. In a forked child it records nothing.
    public static var shared: Recorder {
        ribleak_fork_is_child() == 0
            ? begun : Recorder(RecorderConfiguration(level: .off, runsFolder: ""))
    }

    /// A forked child must not use it. Another thread may have been making it at the fork, and no
    /// thread of the child would finish that.
    private static let begun: Recorder = {
        ribleak_fork_watch()
        let recorder = Recorder(
            .fromEnvironment(asked: SamplingRequest.shared.take(), warn: HostWarning.say))
        if recorder.unmanaged != nil { ribleak_at_exit { Recorder.shared.processExits() } }
        return recorder
    }()

    /// True in a child that was forked from a process that records.
    package static var isInForkedChild: Bool { ribleak_fork_is_child() != 0 }

    let whenExitIsJudged = Protected<(@Sendable () -> Void)?>(nil)
    /// Keeps the session. The timer for deadlines shares this and not the session. A weak reference
    /// to that would make each retain of it several times slower, and each event pay for it.
    private let held: Protected<RecordingSession?>
    private let unmanaged: Unmanaged<RecordingSession>?
    /// Why nothing is recorded although it should be; nil otherwise.
    package let failure: String?

    /// The session to record into, or nil. A forked child does not record: it shares its parent's
    /// files and may have copied a locked lock.
    var session: RecordingSession? {
        ribleak_fork_is_child() == 0 ? unmanaged?.takeUnretainedValue() : nil
    }

    /// Starts recording as `configuration` says. If the folder cannot be made, recording stays off,
    /// with one warning.
    package init(_ configuration: RecorderConfiguration) {
        ribleak_fork_watch()
        do {
            let isOff = configuration.level == .off
            held = try Protected(isOff ? nil : RecordingSession(configuration))
            failure = nil
        } catch {
            (held, failure) = (Protected(nil), error.description)
            HostWarning.say("\(error): nothing is recorded")
        }
        let session = held.withLock { $0 }
        unmanaged = session.map { Unmanaged.passUnretained($0) }
        guard configuration.ticks, let session else { return }
        session.expectations.tickRegularly { [held] in
            // A forked child has no timer thread, but may run on the copy of one.
            guard ribleak_fork_is_child() == 0, let session = held.withLock({ $0 }) else { return }
            session.tick(at: session.now())
        }
    }

    deinit {
        // Released outside the lock, because that closes the trace.
        let session = held.withLock { $0.take() }
        withExtendedLifetime(session) {}
    }

    /// Runs `body` with the session, if there is one. Does not retain it: this recorder keeps it
    /// alive, and counting references from several threads costs more than an event.
    @inline(__always)
    func withSession<Result>(_ body: (RecordingSession) throws -> Result) rethrows -> Result? {
        guard ribleak_fork_is_child() == 0, let unmanaged else { return nil }
        return try unmanaged._withUnsafeGuaranteedRef(body)
    }

    /// The recorder of the process. Unretained, because it lives as long as the process.
    @inlinable
    @inline(__always)
    static var unretainedShared: Unmanaged<Recorder> {
        ribleak_shared_recorder().map { Unmanaged.fromOpaque($0) } ?? makeShared()
    }

    @usableFromInline
    @inline(never)
    static func makeShared() -> Unmanaged<Recorder> {
        let made = Unmanaged.passUnretained(begun)
        ribleak_set_shared_recorder(made.toOpaque())
        return made
    }

    /// Runs `body` with `shared`, without counting references to it. For calls that are made for
    /// every RIB.
    ///
    /// Each use of `shared` retains and releases the recorder: that takes longer than most calls,
    /// and threads wait on each other for it. No accessor avoids this. Compilers retain what
    /// `_read` and `unsafeAddress` yield as well, and with a `_read` in place of both, attaching
    /// and detaching took 13 to 15 % more instructions.
    @inlinable
    @inline(__always)
    package static func withShared<Result>(_ body: (Recorder) -> Result) -> Result {
        if ribleak_fork_is_child() != 0 { return body(shared) }
        return unretainedShared._withUnsafeGuaranteedRef(body)
    }

    /// Writes one event of the calling thread, if anything is recorded.
    @inline(__always)
    func record(_ event: TraceEvent) {
        withSession { $0.record(event) }
    }

    /// The folder of this process's trace, or nil when recording is off.
    public var traceFolder: String? { session?.folder }
}

/// What the live tree needs from the recorder.
extension Recorder {
    /// Nanoseconds on the monotonic clock, that of the recording's times.
    package static var now: UInt64 { ribleak_clock_monotonic() }

    /// The number of open subscriptions of each interactor, worker and RIB without base classes.
    /// Nil when nothing is recorded.
    package func livingSubscriptions() -> [ObjectID: Int]? { session?.ledger.countsByOwner() }
}

/// Entry points for the measurements in `Tools/Benchmarks` only. Each takes the same path as a call
/// of the runtime.
@_spi(Measuring) extension Recorder {
    /// Records at level `full` into a new run folder below `runsFolder`.
    public convenience init(measuringIn runsFolder: String, stackDepth: Int = 512) {
        var configuration = RecorderConfiguration(level: .full, runsFolder: runsFolder)
        configuration.stackDepth = stackDepth
        self.init(configuration)
    }

    /// Interns the calling stack.
    public func captureStack() -> StackID { withSession { $0.stack() } ?? .none }

    /// Records an event of four fields, without a stack.
    public func recordFourFields(_ subscription: RIBTrace.SubscriptionID, values: UInt64) {
        record(
            .objectCreated(
                ObjectID(subscription.rawValue), .object, type: StringID(values), stack: .none))
    }

    /// Records the creation of an object of a base class.
    public func recordCreation(of type: Any.Type) -> RIBTrace.ObjectID {
        objectCreated(.router, type: type)
    }

    /// The id of an object without a base class, which the recorder then keeps.
    public func identifyView(_ view: AnyObject) -> RIBTrace.ObjectID { identify(view, as: .view) }

    /// Watches an object until it is freed.
    public func watch(_ object: AnyObject, _ id: RIBTrace.ObjectID) {
        expectDeallocation(of: object, id: id)
    }
}

/// Prints the recorder's few warnings for the person who runs the host, on standard error.
package enum HostWarning {
    package static func say(_ line: String) {
        let bytes = Array("ribleak: warning: \(line)\n".utf8)
        bytes.withUnsafeBytes { ribleak_write_quietly(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Prints only the first of several warnings, since a problem with a trace usually repeats.
    static func sayFirst(_ line: String, of count: AtomicCounter) {
        if count.increment() == 1 { say(line) }
    }
}

// The types of the trace that a runtime needs to call the recorder. With these names, a runtime
// depends on the recorder alone and not on the trace format.

/// Identifies an object of the recording.
package typealias ObjectID = RIBTrace.ObjectID
/// Identifies a subscription of the recording.
package typealias SubscriptionID = RIBTrace.SubscriptionID
/// The part that an object plays in its RIB.
package typealias ObjectKind = RIBTrace.ObjectKind
/// How code broke a rule of the architecture.
package typealias LifecycleViolation = RIBTrace.LifecycleViolation
/// How the owner of a subscription was found.
package typealias SubscriptionAttribution = RIBTrace.SubscriptionAttribution
/// What ties a subscription to its owner's activity.
package typealias SubscriptionConfinement = RIBTrace.SubscriptionConfinement
/// How a subscription ended.
package typealias SubscriptionEnd = RIBTrace.SubscriptionEnd
/// A number that any thread may read and change.
package typealias AtomicCounter = RIBTrace.AtomicCounter
