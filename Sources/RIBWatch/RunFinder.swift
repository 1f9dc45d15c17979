// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Finds the traces to watch, again and again: runs begin later, and processes join them.
struct RunFinder {
    /// What one look found.
    struct Found {
        /// The folders of new traces.
        var traces: [String] = []
        /// Whether they are of a run that is watched instead of the one before.
        var isNewerRun = false
        /// What to tell.
        var notes: [String] = []
    }

    private var places: [Place]

    init(_ target: WatchTarget) {
        places =
            switch target {
            case .newestRun(let folder): [Place(folder, isRuns: true)]
            case .folders(let folders): folders.map { Place($0, isRuns: false) }
            }
    }

    /// Looks for traces that were not found before.
    mutating func find() -> Found {
        var found = Found()
        for index in places.indices { places[index].find(&found) }
        return found
    }
}

/// One folder that a person named.
private struct Place {
    private enum Kind {
        case unknown
        case trace
        case run(RunLook)
        case runs(FolderListing)
    }

    private let folder: String
    private let isNamed: Bool
    private var kind = Kind.unknown
    /// Of a folder of runs, the runs that may have traces, newest first.
    private var runs: [(name: String, look: RunLook)] = []
    private var current: String?
    private var isWaiting = false

    init(_ folder: String, isRuns: Bool) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        isNamed = !isRuns
        if isRuns { kind = .runs(FolderListing(self.folder)) }
    }

    mutating func find(_ found: inout RunFinder.Found) {
        do throws(TraceError) {
            switch kind {
            case .trace: return
            case .unknown:
                try recognize(&found)
                if case .unknown = kind { return wait(&found) }
            case .run(var look):
                found.traces += try look.newTraces()
                kind = .run(look)
            case .runs(var listing):
                let names = try listing.changedNames()
                kind = .runs(listing)
                if let names { note(names) }
                findNewest(&found)
            }
            isWaiting = false
        } catch {
            wait(&found)
        }
        if current == nil, case .runs = kind { wait(&found) }
    }

    private mutating func wait(_ found: inout RunFinder.Found) {
        guard !isWaiting else { return }
        isWaiting = true
        found.notes.append(
            isNamed
                ? "\(folder): is not there yet; waiting for it"
                : "\(folder): no run is here yet; waiting for one")
    }

    /// Finds out what a named folder is.
    private mutating func recognize(_ found: inout RunFinder.Found) throws(TraceError) {
        if TraceReader.isTrace(folder) {
            found.traces.append(folder)
            kind = .trace
            return
        }
        var look = RunLook(folder)
        let traces = try look.newTraces()
        if !traces.isEmpty {
            found.traces += traces
            kind = .run(look)
        } else if case .success = Result(catching: { try RunFolder.newestRun(below: folder) }) {
            kind = .runs(FolderListing(folder))
        }
    }

    private mutating func note(_ names: [String]) {
        let known = Set(runs.map(\.name))
        // The names of runs begin with their times.
        let newer = names.filter { $0 > current ?? "" && !known.contains($0) }
        runs += newer.map { ($0, RunLook("\(folder)/\($0)")) }
        runs.sort { $0.name > $1.name }
    }

    /// Finds the traces of the newest run that has any.
    private mutating func findNewest(_ found: inout RunFinder.Found) {
        for index in runs.indices {
            guard let traces = try? runs[index].look.newTraces() else { continue }
            if runs[index].name == current {
                found.traces += traces
            } else if !traces.isEmpty {
                found.isNewerRun = current != nil
                found.traces += traces
                current = runs[index].name
                runs.removeLast(runs.count - index - 1)
                return
            }
        }
    }
}

/// The traces in the folder of one run.
private struct RunLook {
    private let folder: String
    private var listing: FolderListing
    private var known: Set<String> = []
    /// The folders without metadata, which may become traces.
    private var pending: [String] = []

    init(_ folder: String) {
        self.folder = folder
        listing = FolderListing(folder)
    }

    /// The folders that have become traces since the last call, sorted.
    mutating func newTraces() throws(TraceError) -> [String] {
        if let names = try listing.changedNames() {
            let copies = Set(names.map { $0 + TraceRecovery.suffix })
            // A recovered copy repeats the original beside it.
            pending = names.filter { !known.contains($0) && !copies.contains($0) }.sorted()
        }
        if pending.isEmpty { return [] }
        let traces = pending.filter { TraceReader.isTrace("\(folder)/\($0)") }
        known.formUnion(traces)
        pending.removeAll { known.contains($0) }
        return traces.map { "\(folder)/\($0)" }
    }
}
