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
    private var runs: [Run] = []
    /// The names that the folder had at the last look.
    private var known: Set<String> = []
    private var current: RunName?
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
                switch kind {
                case .unknown: return wait(&found)
                // Its newest run is looked for at once.
                case .runs: return find(&found)
                case .trace, .run: break
                }
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
        runs += names.filter { !known.contains($0) }.map { text in
            let name = RunName(text)
            return Run(
                name: name, look: RunLook("\(folder)/\(text)"),
                isSetBack: current.map { name < $0 } ?? false)
        }
        runs.sort { $0.name > $1.name }
        known = Set(names)
    }

    /// Finds the traces of the newest run that has any.
    private mutating func findNewest(_ found: inout RunFinder.Found) {
        for index in runs.indices {
            guard let traces = try? runs[index].look.newTraces(), !traces.isEmpty else { continue }
            let run = runs[index]
            if run.name == current {
                found.traces += traces
            } else if !run.isSetBack || traces.contains(where: FollowedTrace.mayBeWritten) {
                if current == nil, let doubt = try? RunFolder.newest(below: folder).doubt {
                    found.notes.append(doubt)
                }
                found.isNewerRun = current != nil
                found.traces += traces
                current = run.name
                runs = run.isSetBack ? [run] : Array(runs[...index])
                return
            }
        }
    }
}

/// One run of several.
private struct Run {
    let name: RunName
    var look: RunLook
    /// Whether it came up after a run of a later name: somebody put an old run there, or an old recorder
    /// named it after a clock that was set back. Only of the second, a process writes a trace.
    let isSetBack: Bool
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
