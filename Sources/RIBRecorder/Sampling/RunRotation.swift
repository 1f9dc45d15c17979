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

    /// Removes the oldest runs below a folder until the rest is within the limits.
    ///
    /// Errors leave runs where they are: the app needs its start more than the space.
    ///
    /// - Returns: The names of the removed runs, oldest first.
    @discardableResult
    func rotate(below folder: String, now: Date = Date()) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(Self.removedPrefix) {
            delete("\(folder)/\(name)")
        }
        var removed: [String] = []
        var (kept, bytes, isFull) = (0, 0, false)
        let runs = names.map { RunName($0) }.filter(\.isRecorders).sorted(by: >)
        for name in runs.map(\.text) {
            let run = "\(folder)/\(name)"
            guard Self.isFolder(run) else { continue }
            let size = mostBytes == .max ? 0 : Self.size(of: run)
            if kept >= mostRuns || bytes + size > mostBytes { isFull = true }
            if isFull, isRemovable(run, now) {
                if remove(name, below: folder) { removed.insert(name, at: 0) }
            } else {
                (kept, bytes) = (kept + 1, bytes + size)
            }
        }
        return removed
    }

    private func remove(_ name: String, below folder: String) -> Bool {
        let aside = "\(folder)/\(Self.removedPrefix)\(name)"
        guard rename("\(folder)/\(name)", aside) == 0 else { return false }
        delete(aside)
        return true
    }

    /// Deletes the files of a run and its folders. Links are deleted themselves, never followed.
    private func delete(_ run: String) {
        guard Self.isFolder(run) else { return }
        for entry in Self.entries(of: run) {
            if Self.isFolder(entry) {
                for file in Self.entries(of: entry) { unlink(file) }
                rmdir(entry)
            } else {
                unlink(entry)
            }
        }
        rmdir(run)
    }

    /// Whether no process still writes to a run.
    private func isRemovable(_ run: String, _ now: Date) -> Bool {
        Self.entries(of: run).filter(Self.isFolder).allSatisfy { trace in
            guard TraceReader.isTrace(trace) else { return isOld(trace, now) }
            return TraceLock.isFree(folder: trace)
        }
    }

    private func isOld(_ trace: String, _ now: Date) -> Bool {
        var status = stat()
        guard lstat(trace, &status) == 0 else { return false }
        #if canImport(Darwin)
            let seconds = status.st_mtimespec.tv_sec
        #else
            let seconds = status.st_mtim.tv_sec
        #endif
        return abs(now.timeIntervalSince1970 - TimeInterval(seconds)) > Self.making
    }

    /// The bytes that the files of a run take on disk.
    private static func size(of run: String) -> Int {
        entries(of: run).reduce(0) { sum, entry in
            sum + (isFolder(entry) ? entries(of: entry) : [entry]).reduce(0) { $0 + onDisk($1) }
        }
    }

    private static func onDisk(_ file: String) -> Int {
        var status = stat()
        // `st_blocks` counts blocks of 512 bytes, see stat(2).
        return lstat(file, &status) == 0 ? Int(status.st_blocks) * 512 : 0
    }

    private static func entries(of folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
            "\(folder)/\($0)"
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
