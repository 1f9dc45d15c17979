// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads a trace: the events of all its streams, merged in the order they were recorded.
///
/// Memory is bounded by the number of streams, not by the number of events.
public struct TraceReader {
    /// The trace's folder, as given.
    public let folder: String
    /// What the trace says about itself.
    public let metadata: TraceMetadata
    private let streams: [(name: String, reader: StreamReader)]
    private var merge: StreamMerge

    /// Opens the trace in `folder`.
    ///
    /// - Throws: `TraceError` when there is no folder, no trace in it, or one this version cannot
    ///   read. Damage inside a stream is not thrown: see `endings`.
    public init(folder: String) throws(TraceError) {
        self.folder = folder
        let names = try Self.fileNames(in: folder)
        guard names.contains(TraceFormat.metadataFileName) else {
            let what =
                (names.isEmpty ? "is an empty folder" : "is not a trace: it has no metadata file")
                + "; name another, or record the run again"
            throw TraceError(names.isEmpty ? .empty : .notATrace, path: folder, what)
        }
        let metadata = try TraceMetadata(parsing: Self.metadataText(in: folder), of: folder)
        self.metadata = metadata
        streams = Self.streamNames(among: names).map { name in
            (name, StreamReader(path: "\(folder)/\(name)", uuid: metadata.uuid))
        }
        merge = StreamMerge(streams.map(\.reader))
    }

    /// How each stream's reading ended, by file name; complete only after `next` returned nil.
    public var endings: [(stream: String, ending: StreamEnding)] {
        streams.map { ($0.name, $0.reader.ending ?? .complete) }
    }

    /// The events that the recorder had to drop, as far as read.
    public var discarded: UInt64 {
        streams.reduce(0) { $0 &+ $1.reader.discarded }
    }

    /// The next event in time, or nil after the last. Definitions come before their first use.
    ///
    /// - Complexity: O(log of the number of streams) comparisons.
    public mutating func next() -> TimedEvent? { merge.next() }

    /// Gives all events to a consumer.
    package mutating func readAll(into consumer: inout some EventConsumer) {
        merge.readAll(into: &consumer)
    }

    /// True when the folder holds a trace, readable or not.
    public static func isTrace(_ folder: String) -> Bool {
        access("\(folder)/\(TraceFormat.metadataFileName)", F_OK) == 0
    }

    /// Where readers keep the names of functions, in the trace's folder. It is no part of the
    /// trace; readers of Common Trace Format pass over hidden files.
    package static let symbolsFileName = ".symbols.json"

    /// The names in a folder, without hidden ones.
    package static func fileNames(in folder: String) throws(TraceError) -> [String] {
        guard let directory = opendir(folder) else {
            let code: TraceError.Code = errno == ENOENT ? .notFound : .notATrace
            throw TraceError(code, path: folder, TraceError.reason(ofReading: errno))
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // As bytes: of a tuple of 256, which C's array is, the compiler checks each for a
            // second.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Of the names in a trace's folder, those of its streams, in their order.
    package static func streamNames(among names: [String]) -> [String] {
        Array(
            names.filter { $0.hasPrefix(TraceFormat.streamFilePrefix) }.sorted()
                .prefix(TraceFormat.mostStreams))
    }

    /// What a trace says about itself, if it is one that this version can read.
    package static func metadata(of folder: String) throws(TraceError) -> TraceMetadata {
        try TraceMetadata(parsing: metadataText(in: folder), of: folder)
    }

    package static func metadataText(in folder: String) throws(TraceError) -> String {
        let file = try RegularFile(path: "\(folder)/\(TraceFormat.metadataFileName)")
        let bytes = try file.bytes(TraceFormat.largestMetadata)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Takes the events of a trace, one by one in the order of their time.
package protocol EventConsumer {
    /// Takes the next event.
    mutating func apply(_ timed: TimedEvent)
}

/// An event with the moment and the thread it was recorded on.
public struct TimedEvent: Equatable, Sendable {
    /// Nanoseconds on the recording machine's monotonic clock.
    public let timestamp: UInt64
    /// The operating system's number of the recording thread.
    public let threadID: UInt32
    /// What happened.
    public let event: TraceEvent

    public init(timestamp: UInt64, threadID: UInt32, event: TraceEvent) {
        self.timestamp = timestamp
        self.threadID = threadID
        self.event = event
    }
}
