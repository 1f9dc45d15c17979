// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

extension RunName {
    /// The folder of a run: the one that another process of the run made, if it may be shared, or a
    /// new one.
    ///
    /// - Parameter time: Milliseconds since 1970.
    fileprivate static func folder(
        in runs: String, at time: Int64, of owner: String, isShared: Bool
    ) -> String {
        let names = ((try? TraceReader.fileNames(in: runs)) ?? []).map { RunName($0) }
        // A sibling may have read the clock differently: the owner alone says whose run it is. A
        // process alone has always a new name, because an earlier process may have had its number.
        let existing = isShared ? names.filter { $0.text.hasSuffix("Z-\(owner)") }.max() : nil
        let name = existing ?? RunName(at: time, of: owner, after: names.max())
        return "\(runs)/\(name.text)"
    }
}

extension TraceMetadata {
    /// The folder of a run of this process alone.
    func runFolder(in runs: String) -> String {
        RunName.folder(
            in: runs, at: (Int64(startedAt) + clockOffset) / 1_000_000, of: "\(processID)",
            isShared: false)
    }

    /// The trace folder of this process in its run's folder. The name is new even after exec, when
    /// the process has the same name and number as before.
    func traceFolder(in run: String) -> String {
        let name = processName.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
        let first = "\(run)/\(String(name.prefix(64)))-\(processID)"
        let all = [first] + (2...99).map { "\(first)-\($0)" }
        return all.first { !FileManager.default.fileExists(atPath: $0) } ?? first
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

    /// The folder of the run of all children of this process, such as those of
    /// `swift test --parallel`. It is named after their parent.
    func runFolder(in runs: String) -> String {
        RunName.folder(
            in: runs, at: startedAt / 1_000_000, of: "\(processID)-\(startTicks)", isShared: true)
    }

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
