#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The trace that is recovered, as far as it can be told without its streams.
struct OriginalTrace {
    /// Without a slash at its end.
    let folder: String
    let metadata: TraceMetadata
    let metadataText: String
    let streamNames: [String]

    /// - Throws: `TraceError` when this is no trace, or one this version cannot read.
    init(folder: String) throws(TraceError) {
        // `TraceReader` knows best what is a trace.
        let reader = try TraceReader(folder: folder)
        metadata = reader.metadata
        streamNames = reader.endings.map(\.stream)
        metadataText = try TraceReader.metadataText(in: folder)
        self.folder = Self.named(folder)
    }

    func path(of stream: String) -> String { "\(folder)/\(stream)" }

    func stream(_ name: String) throws(TraceError) -> StreamRecovery {
        try StreamRecovery(path: path(of: name), metadata: metadata)
    }

    /// The folder by a name to which a suffix can be added: `a/b/` and `.` have none at their end.
    private static func named(_ folder: String) -> String {
        var name = folder[...]
        while name.count > 1, name.last == "/" { name = name.dropLast() }
        guard [".", "..", "/"].contains(name.split(separator: "/").last ?? "/"),
            let real = realpath(folder, nil)
        else { return String(name) }
        defer { free(real) }
        return String(cString: real)
    }
}
