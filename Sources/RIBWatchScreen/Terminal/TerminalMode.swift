// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// A terminal that sends each key at once and shows a screen of its own, until it is left.
///
/// However the process ends, short of a kill, the terminal is as it was: `leave()` at a regular
/// end, and a handler at a crash.
final class TerminalMode {
    private let input: Int32
    private let output: Int32
    private let before: termios
    private var isEntered = false

    /// Nil when the descriptors are no terminal.
    init?(input: Int32, output: Int32) {
        var settings = termios()
        guard isatty(output) == 1, tcgetattr(input, &settings) == 0 else { return nil }
        (self.input, self.output, before) = (input, output, settings)
        CrashRestorer.prepare(input: input, output: output, settings: settings)
    }

    deinit { leave() }

    /// Takes the terminal, also again after another program had it.
    func enter() {
        var settings = before
        // Ctrl-C and Ctrl-Z stay signals.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        settings.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            // A read returns at once with what is there.
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        isEntered = true
        CrashRestorer.only.pointee.isArmed = true
        tcsetattr(input, TCSADRAIN, &settings)
        _ = write(FrameWriter.enter)
    }

    /// Gives the terminal back. Does nothing if it was not taken.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        CrashRestorer.only.pointee.isArmed = false
        _ = write(FrameWriter.leave.description)
        var settings = before
        tcsetattr(input, TCSADRAIN, &settings)
    }

    /// The size; nil when the terminal does not tell it.
    var size: ScreenSize? {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The bytes of pressed keys; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = Foundation.read(input, &bytes, bytes.count)
            if count >= 0 { return Array(bytes.prefix(count)) }
            if errno != EINTR { return errno == EAGAIN ? [] : nil }
        }
    }

    /// - Returns: False when the terminal is gone.
    func write(_ text: String) -> Bool { Array(text.utf8).write(to: output) == 0 }
}

/// Gives the terminal back when the process crashes: what a handler needs for that. It may neither
/// allocate nor lock.
private struct CrashRestorer {
    var isArmed = false
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var settings = termios()
    private let text = FrameWriter.leave

    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT]

    /// Allocated once, before any handler is installed, and never freed. The thread of the screen
    /// alone writes to it; a handler only reads, after which its process ends.
    nonisolated(unsafe) static let only: UnsafeMutablePointer<CrashRestorer> = {
        let restorer = UnsafeMutablePointer<CrashRestorer>.allocate(capacity: 1)
        restorer.initialize(to: CrashRestorer())
        return restorer
    }()

    static func prepare(input: Int32, output: Int32, settings: termios) {
        (only.pointee.input, only.pointee.output) = (input, output)
        only.pointee.settings = settings
        for number in signals {
            var action = sigaction()
            action.setHandler { number in
                let restorer = CrashRestorer.only
                if restorer.pointee.isArmed {
                    let text = restorer.pointee.text
                    _ = Foundation.write(
                        restorer.pointee.output, text.utf8Start, text.utf8CodeUnitCount)
                    tcsetattr(restorer.pointee.input, TCSANOW, &restorer.pointee.settings)
                }
                // Once this returns, the crash goes on as without a handler.
                signal(number, SIG_DFL)
                raise(number)
            }
            sigaction(number, &action, nil)
        }
    }
}
