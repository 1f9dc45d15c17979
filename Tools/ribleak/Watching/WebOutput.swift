// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RIBText
import RIBWatch
import RIBWatchWeb

/// Shows a run as a live page, whose address it prints.
struct WebOutput: WatchOutput {
    /// A page has a past of its own.
    static var limits: WatchLimits {
        var limits = WatchLimits()
        limits.changes = 1_000
        limits.endedSubscriptions = 2_000
        return limits
    }

    private let web: WebWatch

    /// Prints the address, and opens it in a browser if that is asked for.
    init(isOpened: Bool) throws {
        do {
            web = try WebWatch()
        } catch {
            StandardStreams.say("error: \(error)")
            throw ExitCode.missingProgram
        }
        try StandardStreams.write("\(web.link)\n")
        StandardStreams.say("this address works once, for the browser that opens it first")
        if isOpened, let problem = Browser.show(address: web.link) {
            StandardStreams.say("warning: \(problem)")
        }
    }

    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) -> Bool {
        for case .note(let note) in changes {
            StandardStreams.say(TerminalEscape.escaped(note.text))
        }
        web.take(changes.compactMap { PageChange($0, of: watcher) }, at: .now)
        return true
    }

    mutating func end() { web.end() }
}
