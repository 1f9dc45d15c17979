// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBWatch
import RIBWatchScreen

/// Shows what a watcher finds out on a screen of its own.
struct ScreenOutput: WatchOutput {
    private let session: ScreenSession

    /// Takes the terminal.
    ///
    /// - Returns: Nil where there is none that can show a screen, or nothing to read keys from.
    init?(_ watcher: RunWatcher, isColored: Bool) {
        guard Terminal.isOutput,
            TerminalType.understandsSequences(ProcessInfo.processInfo.environment),
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
