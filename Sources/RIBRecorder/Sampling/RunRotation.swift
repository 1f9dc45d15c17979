// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// Removes old runs, so that their folder does not grow without bound.
///
/// Only what the recorder has made is removed: folders that are named like runs, and in them traces
/// that no living process holds locked. A run is renamed before its files are removed. So a run is
/// whole or out of sight, and what a crash leaves behind is removed by the next process.
struct RunRotation {
    /// The most runs to leave.
    let mostRuns: Int
    /// The most bytes on disk that they may take.
    let mostBytes: Int

    /// What a run is named while it is removed begins with this.
    static let removedPrefix = ".removed-"
    /// A trace without metadata is being made, or its process died while it made it. Seconds after
    /// which it can only be the latter.
    private static let making: TimeInterval = 60

    /// Removes the oldest runs below a folder until the rest is within the limits. Errors leave
    /// runs where they are: the app needs its start more than the space.
    func rotate(below folder: String, now: Date = Date()) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(Self.removedPrefix) {
            Self.delete("\(folder)/\(name)")
        }
        var (kept, bytes, isFull) = (0, 0, false)
        let runs = names.map { RunName($0) }.filter(\.isRecorders).sorted(by: >)
        for name in runs.map(\.text) {
            let run = "\(folder)/\(name)"
            guard Self.isFolder(run) else { continue }
            let size = mostBytes == .max ? 0 : Self.size(of: run)
            if kept >= mostRuns || bytes + size > mostBytes { isFull = true }
            if isFull, isRemovable(run, now) {
                let aside = "\(folder)/\(Self.removedPrefix)\(name)"
                if rename(run, aside) == 0 { Self.delete(aside) }
            } else {
                (kept, bytes) = (kept + 1, bytes + size)
            }
        }
    }

    /// Deletes the files of a run and of its traces, and what is empty then. Links are deleted
    /// themselves, never followed; what others put deeper stays.
    private static func delete(_ run: String) {
        guard isFolder(run) else { return }
        for entry in entries(of: run) {
            if isFolder(entry) { for file in entries(of: entry) { unlink(file) } }
            // Also an empty folder.
            remove(entry)
        }
        rmdir(run)
    }

    /// Whether no process still writes to a run.
    private func isRemovable(_ run: String, _ now: Date) -> Bool {
        Self.entries(of: run).filter(Self.isFolder).allSatisfy { trace in
            guard !TraceReader.isTrace(trace) else { return TraceLock.isFree(folder: trace) }
            #if canImport(Darwin)
                let changed = Self.status(of: trace)?.st_mtimespec.tv_sec
            #else
                let changed = Self.status(of: trace)?.st_mtim.tv_sec
            #endif
            let age = changed.map { abs(now.timeIntervalSince1970 - TimeInterval($0)) } ?? 0
            return age > Self.making
        }
    }

    /// The bytes that the files of a run take on disk.
    private static func size(of run: String) -> Int {
        entries(of: run).flatMap { isFolder($0) ? entries(of: $0) : [$0] }
            // Blocks of 512 bytes, see stat(2).
            .reduce(0) { $0 + Int(status(of: $1)?.st_blocks ?? 0) * 512 }
    }

    private static func entries(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
            "\(folder)/\($0)"
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}
