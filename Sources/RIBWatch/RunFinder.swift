// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// A trace to watch.
struct FoundTrace {
    let folder: String
    /// The number of the named folder at or below which it is.
    let place: Int
    /// That of its run below that folder, in the order in which they were found.
    let run: Int
}

/// Finds the traces to watch in one folder, again and again: runs begin later, and processes join
/// them.
struct RunFinder {
    /// What one look found.
    struct Found {
        var traces: [FoundTrace] = []
        /// What to tell.
        var notes: [String] = []
    }

    private enum Kind {
        case unknown
        case trace
        case run
        case runs
    }

    private let folder: String
    private let number: Int
    private let isNamed: Bool
    private var kind = Kind.unknown
    /// Those that may have traces that were not found, newest first: what is watched, what comes
    /// after it by name, and what came up after it though its name is earlier.
    private var runs: [RunName] = []
    /// The names that the folder had at the last look.
    private var known: Set<String> = []
    /// The traces that were found.
    private var seen: Set<String> = []
    /// The newest run that is watched, and its number.
    private var current: RunName?
    private var runNumber = 0
    /// What was said that it waits for; nil when it does not.
    private var waitingFor: String?
    private var found = Found()

    /// - Parameters:
    ///   - number: That of the folder among those to watch.
    ///   - isRuns: Whether it holds runs; false to find that out, for what a person named.
    init(_ folder: String, number: Int, isRuns: Bool) {
        self.number = number
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        isNamed = !isRuns
        if isRuns { kind = .runs }
    }

    /// Looks for traces that were not found before.
    mutating func find() -> Found {
        found = Found()
        look()
        return found
    }

    private mutating func look() {
        do throws(TraceError) {
            if kind == .unknown { try recognize() }
            switch kind {
            case .unknown, .trace: break
            case .run: add(try newTraces(ofRun: folder))
            case .runs:
                note(try TraceReader.fileNames(in: folder))
                findNewest()
            }
        } catch {
            return wait(error)
        }
        if kind == .unknown || kind == .runs && current == nil { return wait(nil) }
        waitingFor = nil
    }

    /// Says once what it waits for.
    ///
    /// - Parameter problem: Why the folder cannot be read; nil when it is there.
    private mutating func wait(_ problem: TraceError?) {
        let what =
            switch problem {
            case let problem? where problem.code != .notFound:
                "\(problem.explanation); waiting until it can be read"
            case _? where isNamed: "is not there yet; waiting for it"
            default: "no run is here yet; waiting for one"
            }
        if what != waitingFor { found.notes.append("\(folder): \(what)") }
        waitingFor = what
    }

    /// Finds out what a named folder is.
    private mutating func recognize() throws(TraceError) {
        if TraceReader.isTrace(folder) {
            kind = .trace
            add([folder])
        } else if try !RunFolder.traces(ofRun: folder).isEmpty {
            kind = .run
        } else if (try? RunFolder.newestRun(below: folder)) != nil {
            kind = .runs
        }
    }

    private mutating func note(_ names: [String]) {
        runs += names.filter { !known.contains($0) }.map { RunName($0) }
        runs.sort(by: >)
        known = Set(names)
    }

    /// Finds what is new in the newest run, and in those that began since the last look.
    private mutating func findNewest() {
        var newest: RunName?
        for run in current == nil ? runs : runs.reversed() {
            guard let traces = try? newTraces(ofRun: "\(folder)/\(run.text)"), !traces.isEmpty
            else { continue }
            if run != current {
                // It came up after a run of a later name: somebody put an old run there, or an old
                // recorder named it after a clock that was set back. Only of the second, a process
                // writes a trace. A lock that cannot be asked may be held.
                if isSetBack(run), traces.allSatisfy({ TraceLock.isHeld(on: $0) == false }) {
                    continue
                }
                newest = run
                runNumber += 1
            }
            add(traces)
            // Of the runs that were there before, only the newest is watched.
            if current == nil { break }
        }
        guard let newest else { return }
        if current == nil, let doubt = try? RunFolder.newest(below: folder).doubts.first {
            found.notes.append(doubt)
        }
        runs = isSetBack(newest) ? [newest] : runs.filter { $0 >= newest }
        current = newest
    }

    private func isSetBack(_ run: RunName) -> Bool { current.map { run < $0 } ?? false }

    /// The folders that have become traces since the last call, sorted.
    private mutating func newTraces(ofRun run: String) throws(TraceError) -> [String] {
        try RunFolder.traces(ofRun: run).filter { seen.insert($0).inserted }
    }

    private mutating func add(_ traces: [String]) {
        found.traces += traces.map { FoundTrace(folder: $0, place: number, run: runNumber) }
    }
}
