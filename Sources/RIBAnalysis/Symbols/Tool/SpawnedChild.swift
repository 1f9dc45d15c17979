import CRIBShims
import Foundation

/// A program that was started without Foundation.
///
/// Its `Process.run()` reads past the end of memory now and then while other threads start programs too, as parallel
/// tests do (seen with Swift 6.3.1 on Linux), and takes the host with it.
package struct SpawnedChild: Sendable {
    /// How a program ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case crashed(signal: Int32)
    }

    /// The system's number of it.
    package let number: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: Its path.
    ///   - files: The descriptors that are its input, output and errors. It inherits no others.
    ///   - folder: Its working directory; by default that of this process.
    /// - Returns: Nil when it cannot be started.
    package init?(
        _ executable: String, _ arguments: [String], environment: [String: String],
        files: [Int32], in folder: String? = nil
    ) {
        var words: [UnsafeMutablePointer<CChar>?] = []
        defer { for word in words { free(word) } }
        words = ([executable] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = []
        defer { for setting in settings { free(setting) } }
        settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        let number = ribleak_spawn(executable, words, settings, files, folder)
        guard number > 0 else { return nil }
        self.number = number
    }

    /// Waits for its end, which is to be asked for once.
    ///
    /// - Returns: Nil when it still runs at the deadline. A program whose end somebody else has waited for counts
    ///   as one that exited with 0.
    package func wait(until deadline: DispatchTime) -> Ending? {
        var status: Int32 = 0
        var pause: Int32 = 0
        while true {
            let found = waitpid(number, &status, WNOHANG)
            if found == number { break }
            if found < 0, errno != EINTR { return .exited(0) }
            guard DispatchTime.now() < deadline else { return nil }
            // In milliseconds: short at first, since most have closed their output before.
            poll(nil, 0, pause)
            pause = min(pause + 1, 10)
        }
        // The status as wait(2) lays it out: a signal in the low seven bits, else a code above.
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .crashed(signal: signal)
    }

    /// Ends it at once.
    package func kill() { _ = Foundation.kill(number, SIGKILL) }
}
