// SPDX-License-Identifier: Apache-2.0

/// The trace of this process, read while it is written: what was read once is not read again.
///
/// A copy reads on from the same place by itself.
package struct GrowingTrace {
    package let folder: String
    package let metadata: TraceMetadata
    private var places: [String: StreamPlace] = [:]
    private var discardedBy: [String: UInt64] = [:]
    /// All events up to this time were given.
    private var time: UInt64 = 0

    /// - Throws: `TraceError` as `TraceReader` does.
    package init(folder: String) throws(TraceError) {
        self.folder = folder
        metadata = try TraceReader.metadata(of: folder)
    }

    /// The events that the recorder had to drop, as far as read.
    package var discarded: UInt64 { discardedBy.values.reduce(0, &+) }

    /// Gives a consumer what was written since the last call, through a time not later than now.
    ///
    /// - Returns: False, without reading anything, when a thread wrote an event that is older than
    ///   what was read before: the clock was read before that, and the event was in the trace
    ///   after. Then only reading all anew gives the right order.
    /// - Throws: `TraceError` when the folder cannot be read.
    package mutating func read(
        through latest: UInt64, into consumer: inout some EventConsumer
    ) throws(TraceError) -> Bool {
        let names = TraceReader.streamNames(among: try TraceReader.fileNames(in: folder))
        let streams = names.map { name in
            StreamReader(
                path: "\(folder)/\(name)", uuid: metadata.uuid,
                from: places[name] ?? StreamPlace(), through: latest)
        }
        var merge = StreamMerge(streams)
        if let earliest = merge.earliest, earliest <= time, time > 0 { return false }
        merge.readAll(into: &consumer)
        for (name, stream) in zip(names, streams) {
            places[name] = stream.place
            discardedBy[name] = max(discardedBy[name] ?? 0, stream.discarded)
        }
        time = latest
        return true
    }
}
