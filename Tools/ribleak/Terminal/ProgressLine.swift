import Dispatch
import Foundation

/// Tells a person at a terminal that long work goes on.
struct ProgressLine {
    /// What is done, such as `reading 3 traces`.
    let work: String

    private static let patience = 1
    private static let period = DispatchTimeInterval.milliseconds(200)
    private static let clearLine = "\r\u{1B}[2K"

    /// Does the work, showing this line while it takes longer than a second; only on a terminal.
    func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard isatty(STDERR_FILENO) == 1 else { return try body() }
        let queue = DispatchQueue(label: "ribleak.progress")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let start = DispatchTime.now()
        let line = self
        timer.schedule(
            deadline: start + .seconds(Self.patience), repeating: Self.period)
        timer.setEventHandler {
            let seconds =
                (DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000_000
            _ = StandardStreams.write(
                Self.clearLine + line.text(after: Int(seconds)), to: STDERR_FILENO)
        }
        timer.resume()
        defer {
            timer.cancel()
            // What the timer has begun to write is written before the line is cleared.
            queue.sync {}
            if DispatchTime.now() >= start + .seconds(Self.patience) {
                _ = StandardStreams.write(Self.clearLine, to: STDERR_FILENO)
            }
        }
        return try body()
    }

    /// The line, such as `ribleak: reading 3 traces … 2 s`.
    func text(after seconds: Int) -> String { "ribleak: \(work) … \(seconds) s" }
}
