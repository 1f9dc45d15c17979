// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBRecorder
import RIBTrace
import VictimShims

extension Witness {
    func recordUntilKilled() {
        for _ in 1...2 {
            Thread.detachNewThread { [self] in
                while true { makeObject() }
            }
        }
        for number in 1... { beginScope(number) }
    }

    /// Replaces the process by one of the same name and number.
    func becomeAnew(_ configuration: RecorderConfiguration) {
        say("exec")
        let arguments = ["trace-victim", "exit", configuration.runsFolder]
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        execv("/proc/self/exe", pointers)
        abort()
    }

    /// Forks children that try to record, and says how many did, hung or crashed.
    func fork(_ count: Int, whileLoading library: String) {
        victim_keep_loading(library)
        var failures = 0
        for _ in 1...count {
            makeObject()
            let child = victim_fork()
            if child == 0 {
                let id = recorder.objectCreated(.router, type: Witness.self)
                recorder.objectDestroyed(id)
                _exit(id.isNone && recorder.traceFolder == nil ? 0 : 1)
            }
            if victim_wait(child) != 0 { failures += 1 }
        }
        makeObject()
        say("failures \(failures)")
    }

    /// The child ends as its only thread does: with the destructors of what threads keep.
    func forkOnThread() {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            makeObject()
            let status = victim_fork_and_return()
            if status == -1 { return }
            say("child \(status)")
            makeObject()
            isDone.signal()
            while true { pause() }
        }
        isDone.wait()
        _ = kill(getpid(), SIGKILL)
    }

    func throwException() {
        Self.current.value = self
        for _ in 1...10 {
            let unwound = victim_throw(20) { Witness.current.value?.makeObject() }
            say("unwound \(unwound)")
        }
    }

    func sayUnwinders() {
        makeObject()
        for symbol in ["_Unwind_RaiseException", "_Unwind_Resume", "backtrace"] {
            say("\(symbol) \(victim_file_of(symbol).map { String(cString: $0) } ?? "nowhere")")
        }
    }

    func sayFirstEvents() {
        func sayImages(_ moment: String) {
            say("\(moment) \(ribleak_images_generation())")
        }
        sayImages("started")
        makeObject()
        sayImages("first")
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            makeObject()
            isDone.signal()
        }
        isDone.wait()
        sayImages("second")
    }

    /// Loads each library, lets it call back and unloads it, many times.
    func callPlugins(_ libraries: [String], rounds: Int) {
        Self.current.value = self
        for _ in 1...rounds {
            for library in libraries {
                say("plugin \(library)")
                let address = victim_call_plugin(library) { Witness.current.value?.makeObject() }
                say("address \(address)")
            }
        }
    }

    /// Cuts all of its streams short, and goes on with a thread that has one and with one that gets one.
    func truncateStreams() throws {
        guard let folder = recorder.traceFolder else { return }
        for _ in 1...100 { makeObject() }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("stream-") {
            truncate("\(folder)/\(name)", 0)
        }
        recordOnTwoThreads(10_000)
    }

    /// Records, fills the disk with a file and records, removes that and records; says how many events it made.
    /// Ends with a judgement, which says how many were dropped.
    func fillDisk(_ filler: String) {
        recordOnTwoThreads(1_000)
        victim_fill_disk(filler)
        recordOnTwoThreads(10_000)
        unlink(filler)
        recordOnTwoThreads(10_000)
        say("appended \(recorder.eventCount)")
        recorder.settle()
    }

    /// Records on many threads with small stacks that all live at once.
    func recordOnSmallStacks(_ count: Int) {
        Self.current.value = self
        let made = victim_run_on_small_stacks(Int32(count), 64 << 10) {
            for _ in 1...10 { Witness.current.value?.makeObject() }
        }
        say("threads \(made)")
    }

    /// Records in a handler of a signal that comes while the recorder is not at work.
    func recordInHandler() {
        Self.current.value = self
        makeObject()
        for _ in 1...100 { victim_raise { Witness.current.value?.makeObject() } }
    }

    func removeFolder(_ folder: String) throws {
        makeObject()
        try FileManager.default.removeItem(atPath: folder)
        recordOnTwoThreads(10_000)
    }

    /// The witness that C functions without a context call back.
    private static let current = Slot()
}

/// A place for a witness, for functions that C calls without a context.
private final class Slot: @unchecked Sendable {
    // Safe: written by the main thread before the only calls, which it makes itself.
    var value: Witness?
}
