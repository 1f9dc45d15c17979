// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBGate
import RIBReport
import RIBRuns
import RIBTrace

/// A run below one of the served folders.
struct ServedRun: Equatable {
    /// The name by which a client asks for it: its folder's, inert, and with the number of the
    /// served folder where there are several.
    let name: String
    /// The folder of runs it is in, as the server was given it.
    let folder: String
    /// The folders of its traces.
    let traces: [String]
}

/// Finds runs below the served folders.
///
/// What a client asks for is only ever compared with names that were found. It never becomes a part
/// of a path, so nothing outside of the folders can be asked for. Links are passed over.
struct RunIndex {
    /// Newest first.
    let runs: [ServedRun]
    private let folders: [String]

    /// The most runs that are looked at.
    static let most = 10_000

    init(below folders: [String]) {
        self.folders = folders
        var found: [(key: RunName, run: ServedRun)] = []
        for (index, folder) in folders.enumerated() {
            let prefix = folders.count > 1 ? "\(index + 1)/" : ""
            for (path, traces) in Self.runs(in: folder) {
                let own = path.split(separator: "/").last.map(String.init) ?? path
                let name = prefix + InertText.line(own, atMost: 200)
                found.append((RunName(own), ServedRun(name: name, folder: folder, traces: traces)))
            }
        }
        runs = found.sorted { ($0.key, $0.run.name) > ($1.key, $1.run.name) }.map(\.run)
    }

    /// The runs in a folder that holds runs, is one, or is a trace.
    private static func runs(in folder: String) -> [(path: String, traces: [String])] {
        let base = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        if TraceReader.isTrace(base) { return [(base, [base])] }
        let own = traces(in: base)
        if !own.isEmpty { return [(base, own)] }
        let runs = (try? RunFolder.runs(in: base)) ?? []
        return runs.lazy.filter(FolderFacts.isFolder).prefix(most).compactMap { run in
            let traces = traces(in: run)
            return traces.isEmpty ? nil : (run, traces)
        }
    }

    private static func traces(in run: String) -> [String] {
        (try? RunFolder.traces(ofRun: run, where: FolderFacts.isFolder)) ?? []
    }

    /// Why there is no run, and what to do.
    var emptiness: String {
        let places = folders.map(InertText.quoted).cut(to: 3) { _ in "…" }.joined(separator: ", ")
        return
            "no run is below \(places); run the tests or the app with ribleak, then call this again"
    }

    /// The run of a name, or the newest one for nil.
    func run(named name: String?) throws -> ServedRun {
        guard let newest = runs.first else { throw ToolError(emptiness) }
        guard let name else { return newest }
        if let run = runs.first(where: { $0.name == name }) { return run }
        let near = runs.map(\.name).nearest(to: name) ?? newest.name
        throw ToolError(
            "there is no run \(InertText.quoted(name)); list_runs names all, such as "
                + InertText.quoted(near))
    }
}

/// What the system says of files, without following links.
enum FolderFacts {
    private static func facts(of path: String, _ kind: mode_t) -> stat? {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == kind ? facts : nil
    }

    /// Whether a folder is there, and no link to one.
    static func isFolder(_ path: String) -> Bool { facts(of: path, S_IFDIR) != nil }

    /// Whether a trace has a file that may lead out of its folder.
    static func hasLinks(_ trace: String) -> Bool {
        paths(in: trace).contains { facts(of: $0, S_IFLNK) != nil }
    }

    /// The sizes of a folder's files, and when each was last changed.
    static func files(in folder: String) -> [(size: Int, changed: Date)] {
        paths(in: folder).compactMap { path in
            facts(of: path, S_IFREG).map { facts in
                #if canImport(Darwin)
                    let time = facts.st_mtimespec
                #else
                    let time = facts.st_mtim
                #endif
                let changed = Date(timeIntervalSince1970: TimeInterval(time.tv_sec))
                return (size: Int(facts.st_size), changed: changed)
            }
        }
    }

    private static func paths(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
            "\(folder)/\($0)"
        }
    }
}
