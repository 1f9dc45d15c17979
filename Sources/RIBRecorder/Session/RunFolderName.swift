import Foundation
import RIBTrace

/// The name of a run's folder: when it began, in UTC, and the process that began it.
///
/// Names sort by time, so the newest run is the greatest name. The processes of one test run, such
/// as those of `swift test --parallel`, share the folder that is named after their parent.
struct RunFolderName {
    private let startedAt: Int64
    private let suffix: String
    private let isShared: Bool

    /// A run of this process alone.
    init(_ metadata: TraceMetadata) {
        startedAt = Int64(metadata.startedAt) + metadata.clockOffset
        suffix = "-\(metadata.processID)"
        isShared = false
    }

    /// The run of all children of a process.
    init(of parent: ParentProcess) {
        startedAt = parent.startedAt
        suffix = "-\(parent.processID)-\(parent.startTicks)"
        isShared = true
    }

    /// The run's folder among the runs: the one a sibling made, else a new name.
    func path(in runs: String) -> String {
        // An earlier process may have had the number of this one.
        guard isShared else { return "\(runs)/\(date + suffix)" }
        // A sibling may have read the clock differently: the suffix alone says whose run it is.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []
        let existing = names.filter { $0.hasSuffix("Z\(suffix)") }.max()
        return "\(runs)/\(existing ?? date + suffix)"
    }

    private var date: String {
        var seconds = time_t(startedAt / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return String(
            format: "%04d%02d%02dT%02d%02d%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1,
            parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
            Int32(startedAt / 1_000_000 % 1_000))
    }
}

extension TraceMetadata {
    /// Where the trace of this process goes in its run's folder: a new name also after exec, when
    /// the process has the name and the number of another.
    func traceFolder(in run: String) -> String {
        let first = "\(run)/\(traceName)"
        let others = (2...99).lazy.map { "\(first)-\($0)" }
        let isFree = { !FileManager.default.fileExists(atPath: $0) }
        return isFree(first) ? first : others.first(where: isFree) ?? first
    }

    /// The name of a process's trace folder in its run's folder.
    var traceName: String {
        let name = processName.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
        return "\(String(name.prefix(64)))-\(processID)"
    }
}
