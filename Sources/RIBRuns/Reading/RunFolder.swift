// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBTrace

/// Finds runs and their traces. A folder of runs holds one folder for each run, which holds one
/// trace for each process.
public enum RunFolder {
    /// The traces of the newest run.
    ///
    /// - Parameter folder: The folder that holds the runs, such as `.ribleak`.
    /// - Throws: `TraceError` when there is no such folder or no run in it.
    public static func newestRun(below folder: String) throws(TraceError) -> [String] {
        try newest(below: folder).found
    }

    /// As `newestRun`, with what the result may be doubted for.
    package static func newest(below folder: String) throws(TraceError) -> NamedTraces {
        let advice = "run your tests or app with ribleak first, or name a trace"
        guard FileManager.default.fileExists(atPath: folder) else {
            throw TraceError(.notFound, path: folder, "no run is here; \(advice)")
        }
        var older = try runs(in: folder)[...]
        while let run = older.popFirst() {
            let traces = isFolder(run) ? try traces(ofRun: run) : []
            guard !traces.isEmpty else { continue }
            let doubt = NamedTraces.doubt(of: run, traces, older: older)
            return NamedTraces(found: traces, doubts: doubt.map { [$0] } ?? [])
        }
        throw TraceError(.empty, path: folder, "no run is in this folder; \(advice)")
    }

    /// Finds the traces at a path that a person named.
    ///
    /// - Parameter path: The folder of a trace, of a run, or of several runs. Of several runs, the
    ///   newest counts.
    /// - Throws: `TraceError` when it is neither.
    public static func traces(at path: String) throws(TraceError) -> [String] {
        try chosen(at: path).found
    }

    /// As `traces(at:)`, with what the choice of a run may be doubted for.
    package static func chosen(at path: String) throws(TraceError) -> NamedTraces {
        guard FileManager.default.fileExists(atPath: path) else {
            throw TraceError(.notFound, path: path, "no such file or folder; name a run or a trace")
        }
        guard isFolder(path) else {
            throw TraceError(
                .notATrace, path: path, "is a file, and a trace is a folder; name that")
        }
        if TraceReader.isTrace(path) { return NamedTraces(found: [path]) }
        let traces = try traces(ofRun: path)
        return traces.isEmpty ? try newest(below: path) : NamedTraces(found: traces)
    }

    /// Whether no subfolder of a run, or of several, holds what could be the remains of a trace.
    /// Asked when no trace was found: if so, nothing was recorded, which may be no error.
    static func holdsNothing(_ folder: String) -> Bool {
        guard let entries = try? subfolders(of: folder) else { return false }
        return entries.allSatisfy { entry in
            let inner = (try? subfolders(of: entry)) ?? []
            return inner.allSatisfy { isFolder($0) && ((try? subfolders(of: $0)) ?? []).isEmpty }
        }
    }

    /// Newest first. The names alone say which that is: see `RunName`.
    package static func runs(in folder: String) throws(TraceError) -> [String] {
        let names = try TraceReader.fileNames(in: folder).map { RunName($0) }.sorted(by: >)
        return paths(of: names.map(\.text), in: folder)
    }

    /// The traces of a run, sorted.
    ///
    /// - Parameter isTaken: Whether a folder may be one of them.
    /// - Throws: `TraceError` when there is no such folder.
    package static func traces(
        ofRun run: String, where isTaken: (String) -> Bool = { _ in true }
    ) throws(TraceError) -> [String] {
        let traces = try subfolders(of: run).filter { isTaken($0) && TraceReader.isTrace($0) }
            .sorted()
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
        paths(of: try TraceReader.fileNames(in: folder), in: folder)
    }

    private static func paths(of names: [String], in folder: String) -> [String] {
        let base = folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
        return names.map { "\(base)/\($0)" }
    }
}

/// The traces that a person named, or those of the newest run.
package struct NamedTraces {
    package private(set) var found: [String] = []
    /// Why there are no others.
    package private(set) var errors: [TraceError] = []
    /// Why another run may be meant than the newest, and how to take that, one line each.
    package private(set) var doubts: [String] = []

    mutating func add(_ choose: () throws(TraceError) -> NamedTraces) {
        do {
            let others = try choose()
            for trace in others.found where !found.contains(trace) { found.append(trace) }
            for doubt in others.doubts where !doubts.contains(doubt) { doubts.append(doubt) }
        } catch {
            errors.append(error)
        }
    }

    /// A run that began in the future is one of a wrong clock. The recorder names what comes after
    /// it after it. So a run with an earlier name may only be newer if it comes from elsewhere, or
    /// from an old recorder.
    ///
    /// - Parameter older: The other runs, newest first.
    fileprivate static func doubt(
        of run: String, _ traces: [String], older: some Sequence<String>
    ) -> String? {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        guard let start = start(of: traces), start > now + usualDifference else { return nil }
        for other in older {
            guard let otherTraces = try? RunFolder.traces(ofRun: other),
                let otherStart = self.start(of: otherTraces), otherStart <= now + usualDifference
            else { continue }
            return
                "\(run): began in the future, at \(ISO8601.text(milliseconds: start)): its clock or "
                + "yours was wrong, and \(other) may be newer; to take that one, name it"
        }
        return nil
    }

    /// Milliseconds that the clocks of two machines may differ.
    private static let usualDifference: Int64 = 60_000

    /// In milliseconds since 1970; nil when no trace says it.
    private static func start(of traces: [String]) -> Int64? {
        for trace in traces {
            guard let metadata = try? TraceReader.metadata(of: trace) else { continue }
            let start = Int64(clamping: metadata.startedAt)
            return start.addingReportingOverflow(metadata.clockOffset).partialValue / 1_000_000
        }
        return nil
    }
}
