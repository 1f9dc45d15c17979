import Foundation
import RIBTrace

/// The name of a run's folder: when it began, in UTC, and the process that began it.
///
/// Names sort by time, so the newest run is the greatest name.
struct RunName: CustomStringConvertible {
    let description: String

    init(_ metadata: TraceMetadata) {
        let nanoseconds = Int64(metadata.startedAt) + metadata.clockOffset
        var seconds = time_t(nanoseconds / 1_000_000_000)
        let milliseconds = nanoseconds / 1_000_000 % 1_000
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = String(
            format: "%04d%02d%02dT%02d%02d%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
            parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, Int32(milliseconds))
        description = "\(date)-\(metadata.processID)"
    }
}

extension TraceMetadata {
    /// The name of a process's trace folder in its run's folder.
    var traceName: String {
        let name = processName.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
        return "\(String(name.prefix(64)))-\(processID)"
    }
}
