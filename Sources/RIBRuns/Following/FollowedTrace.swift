// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The trace of another process, read while that writes it: what was read once is not read again.
///
/// Threads write their events a moment after they read the clock. So an event is given once no
/// thread can have an earlier one to write, which is `slack` after it was first seen. This needs no
/// clock that both processes have.
///
/// Not thread-safe.
package final class FollowedTrace {
    /// Nanoseconds that a thread may take from reading the clock to writing the event. A thread
    /// that was stopped takes longer; its event is given late.
    package static let slack: UInt64 = 20_000_000

    package let folder: String
    package let metadata: TraceMetadata
    /// All events up to this time were given, but for late ones: nanoseconds on the trace's clock.
    package private(set) var time: UInt64 = 0
    /// Whether the last reading in parts left something that the next one gives at once.
    package private(set) var isBehind = false
    /// In the order in which a reader of the whole trace merges them.
    private var streams: [FollowedStream] = []
    /// The times of the newest events, with the watcher's times at which they were seen.
    private var seen: [(at: UInt64, newest: UInt64)] = []
    private var newestSeen: UInt64 = 0

    /// - Parameter folder: A folder with a metadata file.
    /// - Throws: `TraceError` as `TraceReader` does.
    package init(folder: String) throws(TraceError) {
        self.folder = folder
        metadata = try TraceReader.metadata(of: folder)
    }

    /// The events that the recorder had to drop, as far as read.
    package var discarded: UInt64 { streams.reduce(0) { $0 &+ $1.discarded } }

    /// How the reading of streams ended that are not whole, by file name.
    package var damages: [(stream: String, ending: StreamEnding)] {
        streams.compactMap { stream in stream.damage.map { (stream.name, $0) } }
    }

    /// Whether a process writes this trace; nil where the file system cannot tell.
    package var isBeingWritten: Bool? { TraceLock.isHeld(on: folder) }

    /// Gives a consumer what was written since the last call.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds on any clock that is the same in each call.
    ///   - isLast: True for all that there is, because nobody writes any more.
    ///   - inParts: True to give at most one packet of each stream, however much is new.
    /// - Returns: False when nothing is new, and nothing waits to be given.
    /// - Throws: `TraceError` when the folder cannot be read, as when it was removed.
    /// - Complexity: A read of 80 bytes for each stream, and O(events) for what is new.
    @discardableResult
    package func read(
        at now: UInt64, isLast: Bool = false, inParts: Bool = false,
        into consumer: inout some EventConsumer
    ) throws(TraceError) -> Bool {
        add(try TraceReader.fileNames(in: folder))
        var newest: UInt64 = 0
        for stream in streams {
            stream.look(at: now, onlyAtNext: isBehind)
            newest = max(newest, stream.newest)
        }
        let waits = streams.contains { $0.hasMore && !$0.isStuck(at: now) }
        if newest > newestSeen || seen.isEmpty && waits {
            newestSeen = max(newest, newestSeen)
            seen.append((now, newestSeen))
        }
        let settled = seen.prefix { now - min(now, $0.at) >= Self.slack }
        guard let target = isLast ? .max : settled.last?.newest else { return !seen.isEmpty }
        let limit = inParts ? min(target, endOfPart ?? target) : target
        give(through: limit, at: now, isLast: isLast && limit == target, into: &consumer)
        time = min(limit, newestSeen)
        isBehind = limit < target
        if !isBehind { seen.removeFirst(isLast ? seen.count : settled.count) }
        return true
    }

    /// The time through which each stream has at most one packet left; nil when nothing is left. A
    /// stream that could not be read the last time does not hold up the others.
    private var endOfPart: UInt64? {
        streams.lazy.filter { $0.hasMore && !$0.isDoubtful }.map(\.endOfNext).min()
    }

    private func give(
        through latest: UInt64, at now: UInt64, isLast: Bool,
        into consumer: inout some EventConsumer
    ) {
        let changed = streams.filter { isLast ? $0.damage == nil : $0.hasMore }
        if changed.isEmpty { return }
        let readers = changed.map { stream in
            StreamReader(
                path: "\(folder)/\(stream.name)", uuid: metadata.uuid, from: stream.place,
                through: latest)
        }
        var merge = StreamMerge(readers)
        merge.readAll(into: &consumer)
        for (stream, reader) in zip(changed, readers) {
            stream.note(reader, at: now, isLast: isLast)
        }
    }

    private func add(_ names: [String]) {
        let known = Set(streams.map(\.name))
        let new = names.filter {
            $0.hasPrefix(TraceFormat.streamFilePrefix) && !known.contains($0)
        }.prefix(TraceFormat.mostStreams - streams.count)
        if new.isEmpty { return }
        streams += new.map { FollowedStream(name: $0, in: folder, uuid: metadata.uuid) }
        streams.sort { $0.name < $1.name }
    }
}
