import CRIBShims
import Foundation

/// The process that started this one, told apart from later ones with its number by its start.
struct ParentProcess: Equatable {
    let processID: Int
    /// Clock ticks from the machine's start to the process's.
    let startTicks: UInt64
    /// Nanoseconds since 1970-01-01 UTC.
    let startedAt: Int64

    /// - Returns: Nil where `/proc` does not tell.
    static func current() -> ParentProcess? {
        #if os(Linux)
            let processID = Int(getppid())
            guard
                let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
                let ticks = startTicks(inStat: text)
            else { return nil }
            let sinceBoot = Double(ticks) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
            let uptime = Double(ribleak_clock_monotonic()) / 1e9
            let now = Date().timeIntervalSince1970
            return ParentProcess(
                processID: processID, startTicks: ticks,
                startedAt: Int64((now - uptime + sinceBoot) * 1e9))
        #else
            return nil
        #endif
    }

    /// The 22nd field of `/proc/PID/stat`, see proc(5). The second may hold blanks, in parentheses.
    static func startTicks(inStat text: String) -> UInt64? {
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
