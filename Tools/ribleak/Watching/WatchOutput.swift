// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText
import RIBWatch
import RIBWatchScreen

/// Shows what a watcher finds out, in one of the ways of `ribleak watch`.
protocol WatchOutput {
    /// Shows the changes of one poll, which may be none.
    ///
    /// - Returns: False to end the watching, as when nobody reads any more.
    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool

    /// Puts the terminal, if it was changed, back to what it was.
    mutating func end()
}

extension WatchOutput {
    mutating func end() {}
}

/// Writes JSON, one object a line.
struct EventLinesOutput: WatchOutput {
    private var lines = WatchJSONLines()

    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool {
        try StandardStreams.pass(lines.bytes(for: changes, of: watcher))
    }
}

/// Writes lines for people.
struct TextLinesOutput: WatchOutput {
    private var lines = WatchTextLines(alphabet: StandardStreams.alphabet)

    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool {
        try StandardStreams.pass(Array(lines.text(for: changes, of: watcher).utf8))
    }
}

/// Shows what a watcher finds out on a screen of its own.
struct ScreenOutput: WatchOutput {
    private let session: ScreenSession

    /// Takes the terminal.
    ///
    /// - Returns: Nil where there is none that can show a screen, or nothing to read keys from.
    init?(_ watcher: RunWatcher, isColored: Bool) {
        guard Terminal.isOutput,
            ColorChoice.terminalUnderstandsSequences(ProcessInfo.processInfo.environment),
            let input = Self.keyboard
        else { return nil }
        let style = ScreenStyle(
            isColored: isColored, alphabet: StandardStreams.alphabet,
            secondsFromUTC: TimeZone.current.secondsFromGMT())
        let scenes = WatchedScenes(watcher) {
            Int64(Date().timeIntervalSince1970 * 1_000_000) * 1000
        }
        guard
            let session = ScreenSession(
                scenes, style: style, input: input, output: STDOUT_FILENO)
        else { return nil }
        self.session = session
    }

    func show(_ changes: [WatchChange], of watcher: RunWatcher) -> Bool { session.step(changes) }

    func end() { session.end() }

    /// Standard input, or the terminal itself when that is something else.
    private static var keyboard: Int32? {
        if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
        let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
        return terminal >= 0 ? terminal : nil
    }
}
