// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBWatch

/// Shows a screen at a terminal, and does what a person asks for by keys.
///
/// Belongs to one thread.
package final class ScreenSession {
    /// The shortest time for two frames, unless a key was pressed: twenty a second. What a poll
    /// brings right after another need not wait.
    private static let leastPause: UInt64 = 100_000_000
    /// Of the time that a frame took, how often it passes before the next one: a large tree must
    /// not take a whole core.
    private static let rest: UInt64 = 9
    /// After this time, the ages that are shown are too old.
    private static let mostPause: UInt64 = 1_000_000_000

    private let scenes: WatchedScenes
    private let style: ScreenStyle
    private let input: Int32
    private let terminal: TerminalMode
    private let signals: CaughtSignals
    private var state = ScreenState()
    private var writer = FrameWriter()
    private var keys = KeyReader()
    private var lastFrame = WatchMoment(nanoseconds: 0)
    private var frameBefore = WatchMoment(nanoseconds: 0)
    /// The nanoseconds that it took.
    private var lastCost: UInt64 = 0
    /// Whether anything changed since the last frame.
    private var isDue = true
    /// Whether a person waits for the next frame.
    private var isUrgent = false

    /// Takes the terminal, until `end()`.
    ///
    /// - Parameters:
    ///   - scenes: What there is to show.
    ///   - input: Where the terminal's keys come from.
    ///   - output: The terminal that shows the screen.
    /// - Returns: Nil when these are no terminal.
    package init?(_ scenes: WatchedScenes, style: ScreenStyle, input: Int32, output: Int32) {
        guard let terminal = TerminalMode(input: input, output: output),
            let signals = CaughtSignals([SIGTSTP, SIGCONT, SIGWINCH])
        else { return nil }
        self.scenes = scenes
        self.style = style
        self.input = input
        self.terminal = terminal
        self.signals = signals
        terminal.enter()
    }

    /// Gives the terminal back, as it was before.
    package func end() { terminal.leave() }

    /// Takes changes, signals and keys, and shows what follows from them. Does not wait.
    ///
    /// - Parameter changes: Those of one poll of the watcher.
    /// - Returns: False to end, as when the person quit or the terminal is gone.
    package func step(_ changes: [WatchChange]) -> Bool {
        scenes.take(changes)
        // A moment that is past stays as it is.
        if !changes.isEmpty, state.moment == nil { isDue = true }
        answerSignals()
        guard !isTerminalGone, answerKeys() else { return false }
        let now = WatchMoment.now
        let pause = now.since(lastFrame)
        let mustDraw =
            isUrgent
            || isDue && now.since(frameBefore) >= Self.leastPause && pause >= Self.rest * lastCost
            || state.moment == nil && pause >= Self.mostPause
        guard mustDraw else { return true }
        (frameBefore, lastFrame) = (lastFrame, now)
        (isDue, isUrgent) = (false, false)
        defer { lastCost = WatchMoment.now.since(now) }
        return draw()
    }

    /// What the person sees now.
    private var screen: Screen {
        Screen(
            state: state, scene: scenes.scene(at: state.moment), size: terminal.size ?? .usual,
            style: style)
    }

    private var isTerminalGone: Bool {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, 0)
        return request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    /// - Returns: False when the terminal is gone.
    private func draw() -> Bool {
        var screen = screen
        screen.keepInView()
        state = screen.state
        let changes = writer.changes(to: screen.frame)
        return changes.isEmpty || terminal.write(changes)
    }

    private func answerSignals() {
        for signal in signals.received() {
            isUrgent = true
            if signal == SIGTSTP {
                terminal.leave()
                signals.release(SIGTSTP)
            }
            // Another program, or another size, may have changed what the terminal shows.
            if signal != SIGWINCH { terminal.enter() }
            writer.forget()
        }
    }

    /// - Returns: False to end.
    private func answerKeys() -> Bool {
        guard let bytes = terminal.read() else { return false }
        // What began in one reading and did not go on in the next is complete.
        let pressed = bytes.isEmpty ? keys.flush() : keys.keys(from: bytes)
        if pressed.isEmpty { return true }
        isUrgent = true
        var screen = screen
        for key in pressed {
            guard screen.press(key, scenes.log) else { return false }
            let isOtherMoment = screen.state.moment != state.moment
            state = screen.state
            if isOtherMoment { screen = self.screen }
            screen.keepInView()
            state = screen.state
        }
        return true
    }
}
