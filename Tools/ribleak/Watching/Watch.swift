// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Foundation
import RIBWatch

/// `ribleak watch`: follows a run while it is recorded.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follows a run while your app or tests write it.",
        discussion: """
            Shows what happens, and each finding as soon as it is judged. Waits if there is no run \
            yet, and moves on to a newer run when one begins. The app is not slowed down: only its \
            recording is read.

            Ends with Ctrl-C, or when nobody reads its output any more. Exits with 0 whatever it \
            finds: use gate to fail a build.
            """)

    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders, which may not exist yet.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    @Flag(help: "For programs: one JSON object a line.")
    var events = false

    @Flag(
        help: ArgumentHelp(
            "Show the run as a live page.",
            discussion: """
                Prints the page's address, which only this machine reaches. It works once: for the \
                browser that opens it first.
                """))
    var web = false

    @Flag(help: "With --web: open the page in your browser.")
    var open = false

    @Flag(
        help: ArgumentHelp(
            "End when all processes that are watched have ended.",
            discussion: "Of the newest run, only if it was not over before."))
    var untilEnd = false

    func validate() throws {
        if web, events { throw ValidationError("--web and --events exclude each other") }
        if open, !web { throw ValidationError("--open is only for --web") }
    }

    func run() throws {
        try refuseFiles()
        let watcher = RunWatcher(target, limits: web ? WebOutput.limits : WatchLimits())
        var output = try makeOutput()
        defer { output.end() }
        let signals = EndSignals()
        repeat {
            let changes = watcher.poll(now: .now)
            guard try output.show(changes, of: watcher), !(untilEnd && watcher.isOver) else {
                return
            }
        } while !signals.wait(nanoseconds: RunWatcher.period)
    }

    private var target: WatchTarget {
        trace.isEmpty ? .newestRun(below: TraceArguments.defaultFolder) : .folders(trace)
    }

    private func makeOutput() throws -> any WatchOutput {
        if web { return try WebOutput(isOpened: open) }
        return events ? EventLinesOutput() : TextLinesOutput()
    }

    private func refuseFiles() throws {
        for path in trace {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                StandardStreams.say(
                    "error: \(path): is a file, and a trace is a folder; name that")
                throw ExitCode.unreadableTrace
            }
        }
    }
}

/// Waits for the signals that end a watching: it ends as usual, not by them.
private struct EndSignals {
    private let sources: [any DispatchSourceSignal]
    private let arrived = DispatchSemaphore(value: 0)

    init() {
        let arrived = arrived
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { arrived.signal() }
            source.resume()
            return source
        }
    }

    /// - Returns: Whether a signal came.
    func wait(nanoseconds: UInt64) -> Bool {
        arrived.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
    }
}
