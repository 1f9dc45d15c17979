// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBRecorder
import RIBTrace
import TraceFixtures

/// Records events and says each one on standard output after it is recorded.
final class Witness: Sendable {
    let recorder: Recorder
    private let isQuiet: Bool

    /// - Parameter isQuiet: True to acknowledge nothing.
    init(_ configuration: RecorderConfiguration, isQuiet: Bool = false) {
        self.isQuiet = isQuiet
        recorder = Recorder(configuration)
    }

    /// Makes an object and lets it go: two events.
    func makeObject() {
        let id = recorder.objectCreated(.router, type: Witness.self)
        acknowledge(.created, id.rawValue)
        recorder.objectDestroyed(id)
        acknowledge(.destroyed, id.rawValue)
    }

    /// Begins a scope with a new long name: a big definition and an event.
    func beginScope(_ number: Int) {
        let name = "\(number) " + String(repeating: "x", count: number * 977 % 4_000)
        acknowledge(.scope, recorder.beginScope(name, runsAlone: false).rawValue)
    }

    /// Begins a scope without a new name: it takes room in the trace and none in memory.
    func beginNumbered() {
        acknowledge(.scope, recorder.beginScope("one of many", runsAlone: false).rawValue)
    }

    private func acknowledge(_ kind: Acknowledgement.Kind, _ id: UInt64) {
        // What was not recorded has no number.
        guard id != 0, !isQuiet else { return }
        say("\(Acknowledgement(thread: ribleak_thread_number(), kind: kind, id: id))")
    }

    /// Writes a line at once and whole: a pipe takes so few bytes in one piece.
    func say(_ line: String) { Self.say(line) }

    static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// Records some events on the main thread and on another one, which stays.
    func recordOnTwoThreads(_ count: Int = 100) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            for _ in 1...count { makeObject() }
            isDone.signal()
            // Stays with its packet open, as a thread of an app does.
            while true { pause() }
        }
        for number in 1...count { number % 10 == 0 ? beginScope(number) : makeObject() }
        isDone.wait()
    }
}
