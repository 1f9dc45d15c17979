// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBTrace
import RIBWatch
import RIBWatchScreen

/// `ribleak watch`: follows a run while it is recorded.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follows a run while your app or tests write it.",
        discussion: """
            Shows what happens, and each finding as soon as it is judged: on a terminal as a \
            screen with keys ('?' lists them), elsewhere as lines. Waits if there is no run yet, \
            and moves on to a newer run when one begins. The app is not slowed down: only its \
            recording is read.

            Ends with Ctrl-C or 'q', or when its output is no longer read. Exits with 0 whatever it \
            finds: use gate to fail a build. Exits with 2 if what you name cannot be read.
            """)

    @Argument(
        help: ArgumentHelp(
            "Run folders or trace folders, which may not exist yet.",
            discussion: "Default: the newest run below $RIBLEAK_TRACE_DIR or .ribleak."))
    var trace: [String] = []

    @Flag(help: "For programs: one JSON object a line.")
    var events = false

    @Flag(help: "One line for each event, also on a terminal.")
    var lines = false

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
            discussion: "A newest run that was over before does not count."))
    var untilEnd = false

    @OptionGroup var colors: ColorArguments

    func validate() throws {
        if [web, events, lines].count(where: \.self) > 1 {
            throw ValidationError("--web, --events and --lines exclude each other")
        }
        if trace.contains("") { throw ValidationError("the name of a trace is empty") }
        if open, !web { throw ValidationError("--open is only for --web") }
    }

    func run() throws {
        try refuseUnreadable()
        // These end it as `q` does, and its exit code is 0.
        guard let signals = CaughtSignals([SIGINT, SIGTERM, SIGHUP]) else {
            StandardStreams.say("error: watch: too many open files; raise the limit (ulimit -n)")
            throw ExitCode.unreadableTrace
        }
        let watcher = RunWatcher(target)
        let output = try output(of: watcher)
        defer { output.end() }
        var began = WatchMoment.now
        repeat {
            began = .now
            let changes = watcher.poll(now: began)
            guard try output.show(changes, watcher) else { return }
            if untilEnd, watcher.isOver {
                // Its note says why.
                guard watcher.unreadable == 0 else { throw ExitCode.unreadableTrace }
                return
            }
        } while signals.wait(nanoseconds: watcher.isBehind ? 0 : Self.rest(since: began)).isEmpty
    }

    /// How long to wait after a poll and its output, so that polls come in step.
    private static func rest(since began: WatchMoment) -> UInt64 {
        let period = RunWatcher.period
        return period - min(WatchMoment.now.since(began), period * 4 / 5)
    }

    private var target: WatchTarget {
        trace.isEmpty ? .newestRun(below: TraceArguments.defaultFolder) : .folders(trace)
    }

    private func output(of watcher: RunWatcher) throws -> WatchOutput {
        if web {
            watcher.limits = WatchOutput.limitsOfPage
            return try .page(isOpened: open, runs: TraceArguments.defaultFolder)
        }
        if !events, !lines, let screen = WatchOutput.screen(watcher, isColored: colors.isColored())
        {
            return screen
        }
        // Lines are read later too, so none is left out.
        watcher.limits.listed = nil
        watcher.limits.changes = 0
        return events ? .events() : .lines()
    }

    /// Refuses what is there and will never be a folder that can be read.
    private func refuseUnreadable() throws {
        for path in trace {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                StandardStreams.say(
                    "error: \(path): is a file, and a trace is a folder; name that")
                throw ExitCode.unreadableTrace
            }
            do throws(TraceError) {
                _ = try TraceReader.fileNames(in: path)
            } catch  where error.code != .notFound {
                StandardStreams.say("error: \(error)")
                throw ExitCode.unreadableTrace
            } catch {
                // It may come.
            }
        }
    }
}
