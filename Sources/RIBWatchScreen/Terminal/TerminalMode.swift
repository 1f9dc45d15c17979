// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
        _ = write(FrameWriter.leave)
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
        let count = bytes.withUnsafeMutableBytes { buffer in
            retryingInterrupted { systemRead(input, buffer.baseAddress, buffer.count) }
        }
        guard count >= 0 else { return errno == EAGAIN ? [] : nil }
        return Array(bytes.prefix(count))
    }

    /// - Returns: False when the terminal is gone.
    func write(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                retryingInterrupted { systemWrite(output, buffer.baseAddress, buffer.count) }
            }
            if count < 0 {
                guard errno == EAGAIN else { return false }
                var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, 1000)
                if request.revents & Int16(POLLHUP | POLLERR) != 0 { return false }
                continue
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, buffer, count)
}

private func retryingInterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Gives the terminal back when the process crashes: what a handler needs for that. It may neither
/// allocate nor lock.
private struct CrashRestorer {
    var isArmed = false
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var settings = termios()
    private let text: UnsafePointer<UInt8>
    private let textCount: Int

    private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT]

    /// Allocated once, before any handler is installed, and never freed. The thread of the screen
    /// alone writes to it; a handler only reads, after which its process ends.
    nonisolated(unsafe) static let only: UnsafeMutablePointer<CrashRestorer> = {
        let restorer = UnsafeMutablePointer<CrashRestorer>.allocate(capacity: 1)
        restorer.initialize(to: CrashRestorer())
        return restorer
    }()

    private init() {
        let bytes = Array(FrameWriter.leave.utf8)
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        text.initialize(from: bytes, count: bytes.count)
        (self.text, textCount) = (UnsafePointer(text), bytes.count)
    }

    static func prepare(input: Int32, output: Int32, settings: termios) {
        (only.pointee.input, only.pointee.output) = (input, output)
        only.pointee.settings = settings
        for number in signals {
            var action = sigaction()
            action.setHandler { number in
                let restorer = CrashRestorer.only
                if restorer.pointee.isArmed {
                    _ = systemWrite(
                        restorer.pointee.output, restorer.pointee.text, restorer.pointee.textCount)
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
