#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads a trace: the events of all its streams, merged in the order they were recorded.
///
/// Memory is bounded by the number of streams, not by the number of events.
public struct TraceReader {
    /// The trace's folder, as given.
    public let folder: String
    public let metadata: TraceMetadata
    private let streams: [(name: String, reader: StreamReader)]
    private var heads: [TimedEvent?]

    /// Opens the trace in `folder`.
    ///
    /// - Throws: `TraceError` when there is no folder, no trace in it, or one this version cannot
    ///   read. Damage inside a stream is not thrown: see `endings`.
    public init(folder: String) throws(TraceError) {
        self.folder = folder
        let names = try Self.fileNames(in: folder)
        guard names.contains(TraceFormat.metadataFileName) else {
            let what = names.isEmpty ? "an empty folder" : "no trace: it has no metadata file"
            throw TraceError(names.isEmpty ? .empty : .notATrace, path: folder, what)
        }
        let metadata = try TraceMetadata(parsing: Self.metadataText(in: folder), of: folder)
        self.metadata = metadata
        let streamNames = names.filter { $0.hasPrefix(TraceFormat.streamFilePrefix) }
            .sorted().prefix(TraceFormat.mostStreams)
        var opened: [(name: String, reader: StreamReader)] = []
        for name in streamNames {
            opened.append((name, try StreamReader(path: "\(folder)/\(name)", uuid: metadata.uuid)))
        }
        streams = opened
        heads = opened.map { $0.reader.next() }
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
    /// - Complexity: O(number of streams).
    public mutating func next() -> TimedEvent? {
        var earliest: Int?
        for index in heads.indices {
            guard let head = heads[index] else { continue }
            if let best = earliest.flatMap({ heads[$0] }), !head.precedes(best) { continue }
            earliest = index
        }
        guard let earliest else { return nil }
        defer { heads[earliest] = streams[earliest].reader.next() }
        return heads[earliest]
    }

    /// True when the folder holds a trace, readable or not.
    public static func isTrace(_ folder: String) -> Bool {
        access("\(folder)/\(TraceFormat.metadataFileName)", F_OK) == 0
    }

    private static func fileNames(in folder: String) throws(TraceError) -> [String] {
        guard let directory = opendir(folder) else {
            let code: TraceError.Code = errno == ENOENT ? .notFound : .notATrace
            throw TraceError(code, path: folder, systemError())
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
                ) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func metadataText(in folder: String) throws(TraceError) -> String {
        let path = "\(folder)/\(TraceFormat.metadataFileName)"
        // Non-blocking, so that a named pipe in the file's place cannot hold up the reader.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0, let file = fdopen(descriptor, "r") else {
            throw TraceError(.damaged, path: path, systemError())
        }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: TraceFormat.largestMetadata) {
            buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TimedEvent {
    /// Orders two streams' events; definitions first at the same nanosecond.
    fileprivate func precedes(_ other: TimedEvent) -> Bool {
        if timestamp != other.timestamp { return timestamp < other.timestamp }
        return event.isDefinition && !other.event.isDefinition
    }
}
