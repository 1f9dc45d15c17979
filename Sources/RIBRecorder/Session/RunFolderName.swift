// SPDX-License-Identifier: Apache-2.0

import CRIBShims
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

    /// The path of the run's folder: the one that a sibling made, or else a new name.
    func path(in runs: String) -> String {
        // Always a new name, because an earlier process may have had the number of this one.
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
    /// The trace folder of this process in its run's folder. The name is new even after exec, when
    /// the process has the same name and number as before.
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

/// The process that started this one. Its start time distinguishes it from later processes with the
/// same number.
struct ParentProcess: Equatable {
    let processID: Int
    /// Clock ticks from the machine's start to the process's.
    let startTicks: UInt64
    /// Nanoseconds since 1970-01-01 UTC.
    let startedAt: Int64

    /// - Returns: Nil where `/proc` does not show it.
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
