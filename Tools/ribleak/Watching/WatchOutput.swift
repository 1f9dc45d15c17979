// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBSetup
import RIBText
import RIBWatch
import RIBWatchScreen

/// Shows what a watcher finds out, in one of the ways of `ribleak watch`.
struct WatchOutput {
    /// Shows the changes of one poll, which may be none. False ends the watching, as when nobody reads
    /// any more.
    let show: (_ changes: [WatchChange], _ watcher: RunWatcher) throws -> Bool
    /// Puts the terminal, if it was changed, back to what it was, and takes away what was made.
    var end: () -> Void = {}

    /// JSON, one object a line.
    static func events() -> WatchOutput {
        var lines = WatchJSONLines()
        return WatchOutput { changes, watcher in
            try StandardStreams.pass(Array(lines.text(for: changes, of: watcher).utf8))
        }
    }

    /// Lines for people.
    static func lines() -> WatchOutput {
        var lines = WatchTextLines(alphabet: StandardStreams.alphabet)
        return WatchOutput { changes, watcher in
            try StandardStreams.pass(Array(lines.text(for: changes, of: watcher).utf8))
        }
    }

    /// A screen of its own, for which it takes the terminal.
    ///
    /// - Returns: Nil where there is none that can show a screen, or nothing to read keys from.
    static func screen(_ watcher: RunWatcher, isColored: Bool) -> WatchOutput? {
        guard Terminal.isOutput,
            TextLayout.terminalUnderstandsSequences(ProcessInfo.processInfo.environment),
            let input = keyboard
        else { return nil }
        let style = ScreenStyle(
            isColored: isColored, alphabet: StandardStreams.alphabet,
            secondsFromUTC: TimeZone.current.secondsFromGMT())
        let scenes = WatchedScenes(watcher) {
            Int64(Date().timeIntervalSince1970 * 1_000_000) * 1000
        }
        guard
            let session = ScreenSession(scenes, style: style, input: input, output: STDOUT_FILENO)
        else { return nil }
        return WatchOutput { changes, _ in
            session.step(changes)
        } end: {
            session.end()
        }
    }

    /// Standard input, or the terminal itself when that is something else.
    private static var keyboard: Int32? {
        if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
        let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
        return terminal >= 0 ? terminal : nil
    }
}
