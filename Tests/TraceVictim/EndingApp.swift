// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBTrace
import RIBs
import VictimShims

/// An app whose tree leaks, and which ends in one of several ways.
///
/// By then `DueInteractor` has been judged at its deadline. `ServedInteractor` was let go before the main queue ran
/// for the last time, and `LastInteractor` after that. All three are kept.
final class EndingApp: @unchecked Sendable {
    // Safe: where another thread uses it, the main thread waits for that.
    static let shared = EndingApp()

    private let root = Router(interactor: Interactor())
    private var kept: [Interactor] = []

    /// Ends the process, unless the end is `main`'s.
    func run(to ending: Ending) {
        root.interactor.activate()
        root.load()
        if ending == .threadEnd {
            let thread = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                self.leave(DueInteractor())
                thread.signal()
            }
            thread.wait()
        } else {
            leave(DueInteractor())
        }
        while !isJudged { RunLoop.main.run(until: Date() + 0.02) }
        leave(ServedInteractor())
        if ending == .exitInDetach { leaveOnThread() }
        for _ in 1...3 { RunLoop.main.run(until: Date() + 0.02) }
        // Where other threads serve the main queue, some may have done that by the end or not.
        if ending != .dispatchMain { leave(LastInteractor()) }
        if ending == .exitInActivation {
            root.attachChild(Router(interactor: ExitingInteractor()))
        }
        ending.end()
    }

    /// Detaches a RIB on a thread that works on and has not let it go yet.
    private func leaveOnThread() {
        let isDetached = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let router = Router(interactor: MiddleInteractor())
            self.root.attachChild(router)
            self.root.detachChild(router)
            isDetached.signal()
            withExtendedLifetime(router) { while true {} }
        }
        isDetached.wait()
    }

    private func leave(_ interactor: Interactor) {
        kept.append(interactor)
        let router = Router(interactor: interactor)
        root.attachChild(router)
        root.detachChild(router)
    }

    /// Whether the trace has a judgement, as the report of a killed process would need it.
    private var isJudged: Bool {
        guard let folder = Recorder.shared.traceFolder,
            var reader = try? TraceReader(folder: folder)
        else { return false }
        while let event = reader.next() {
            if case .settled = event.event { return true }
        }
        return false
    }
}

// Safe: they add no state, and the main thread waits while another thread detaches one. Of the one in
// the middle, only that thread has a reference.
private final class DueInteractor: Interactor, @unchecked Sendable {}
private final class ServedInteractor: Interactor, @unchecked Sendable {}
private final class MiddleInteractor: Interactor, @unchecked Sendable {}
private final class LastInteractor: Interactor, @unchecked Sendable {}

private final class ExitingInteractor: Interactor, @unchecked Sendable {
    override func didBecomeActive() { exit(0) }
}

/// How a process ends.
enum Ending: String {
    case exit
    case exitAtOnce = "_exit"
    case exitInActivation = "exit-in-activation"
    /// While another thread is in the middle of a detach.
    case exitInDetach = "exit-in-detach"
    /// Eight threads at once.
    case exits
    /// On a thread, after `dispatchMain` has ended the main one.
    case dispatchMain = "dispatch-main"
    case main
    case threadEnd = "thread-end"
    case abort
    case trap
    case terminated = "SIGTERM"
    case exception
    case stackOverflow = "stack-overflow"
    case exec

    /// Returns where the end is that of `main`.
    func end() {
        switch self {
        case .exit, .exitInDetach, .threadEnd: Glibc.exit(0)
        case .exits:
            for _ in 1...8 { Thread.detachNewThread { Glibc.exit(0) } }
            while true { pause() }
        case .dispatchMain:
            Thread.detachNewThread {
                // Nothing tells of the end of the main thread but the system's list.
                while !Self.isMainThreadOver { usleep(1_000) }
                Glibc.exit(0)
            }
            Dispatch.dispatchMain()
        case .exitInActivation, .main: return
        case .exitAtOnce: Glibc._exit(0)
        case .abort: Glibc.abort()
        case .trap: Swift.fatalError("on purpose")  // the crash is the case
        case .terminated:
            // A process that a dispatch thread started begins with all signals blocked.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(SIGTERM)
        case .exception: victim_throw_uncaught()
        case .stackOverflow: print(Self.overflow(1))
        case .exec:
            let arguments = [strdup("true"), nil]
            execv("/bin/true", arguments)
        }
    }

    /// Whether libdispatch has ended the main thread, which then sleeps until a signal comes.
    private static var isMainThreadOver: Bool {
        let place = try? String(
            contentsOfFile: "/proc/self/task/\(getpid())/wchan", encoding: .utf8)
        return place?.contains("sigsuspend") == true
    }

    @inline(never) private static func overflow(_ depth: Int) -> Int {
        depth == 0 ? 0 : overflow(depth + 1) + depth
    }
}
