// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Finds runs and their traces. A folder of runs holds one folder for each run, which holds one
/// trace for each process.
public enum RunFolder {
    /// The traces of the newest run.
    ///
    /// - Parameter folder: The folder that holds the runs, such as `.ribleak`.
    /// - Throws: `TraceError` when there is no such folder or no run in it.
    public static func newestRun(below folder: String) throws(TraceError) -> [String] {
        let advice = "run your tests or app with ribleak first, or name a trace"
        guard FileManager.default.fileExists(atPath: folder) else {
            throw TraceError(.notFound, path: folder, "no run is here; \(advice)")
        }
        // Names begin with the time in UTC, so the greatest name is the newest run.
        for run in try subfolders(of: folder).sorted(by: >) {
            let traces = try traces(ofRun: run)
            if !traces.isEmpty { return traces }
        }
        throw TraceError(.empty, path: folder, "no run is in this folder; \(advice)")
    }

    /// Finds the traces at a path that a person named.
    ///
    /// - Parameter path: The folder of a trace, of a run, or of several runs. Of several runs, the
    ///   newest counts.
    /// - Throws: `TraceError` when it is neither.
    public static func traces(at path: String) throws(TraceError) -> [String] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TraceError(.notFound, path: path, "no such file or folder; name a run or a trace")
        }
        guard isFolder(path) else {
            throw TraceError(
                .notATrace, path: path, "is a file, and a trace is a folder; name that")
        }
        if TraceReader.isTrace(path) { return [path] }
        let traces = try traces(ofRun: path)
        if !traces.isEmpty { return traces }
        return try newestRun(below: path)
    }

    /// Whether no subfolder holds anything that could be the remains of a trace.
    ///
    /// - Parameter folder: The folder of a run, or of several runs.
    static func holdsNothing(_ folder: String) -> Bool {
        guard let entries = try? subfolders(of: folder) else { return false }
        return entries.allSatisfy { entry in
            let inner = (try? subfolders(of: entry)) ?? []
            return inner.allSatisfy { isFolder($0) && ((try? subfolders(of: $0)) ?? []).isEmpty }
        }
    }

    private static func traces(ofRun run: String) throws(TraceError) -> [String] {
        guard isFolder(run) else { return [] }
        let traces = try subfolders(of: run).filter(TraceReader.isTrace).sorted()
        // A recovered copy repeats the original beside it.
        let copies = Set(traces.map { $0 + TraceRecovery.suffix })
        return traces.filter { !copies.contains($0) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    private static func subfolders(of folder: String) throws(TraceError) -> [String] {
        let names = try TraceReader.fileNames(in: folder)
        let base = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
        return names.map { "\(base)/\($0)" }
    }
}

/// Writes times in ISO 8601.
package enum ISO8601 {
    /// A time in UTC, such as `2026-01-02T03:04:05.006Z`.
    ///
    /// Foundation's format style loads time zones first, which takes longer than reading ten
    /// thousand events.
    ///
    /// - Parameter milliseconds: Since 1970.
    package static func text(milliseconds: Int64) -> String {
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - fraction) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [
            padded(Int(parts.tm_year) + 1_900, to: 4), padded(Int(parts.tm_mon) + 1, to: 2),
            padded(Int(parts.tm_mday), to: 2),
        ].joined(separator: "-")
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), to: 2) }
            .joined(separator: ":")
        return "\(date)T\(time).\(padded(Int(fraction), to: 3))Z"
    }

    private static func padded(_ number: Int, to length: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
}
