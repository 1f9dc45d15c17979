import RIBTrace

/// All that happened to the tree of RIBs of one process, so that it can be shown at each moment.
package struct TreeChanges: Equatable, Sendable {
    /// A RIB that changes are about.
    package struct RIB: Equatable, Sendable {
        /// The serial id of its router, or of the RIB itself if it is without base classes.
        package let id: UInt64
        package let type: String

        package init(id: UInt64, type: String) {
            self.id = id
            self.type = type
        }
    }

    /// In the order in which they were first met.
    package let ribs: [RIB]
    /// In the order of time.
    package let changes: [TreeChange]
    /// How many changes came later and are left out.
    package let omitted: Int

    package init(ribs: [RIB], changes: [TreeChange], omitted: Int = 0) {
        self.ribs = ribs
        self.changes = changes
        self.omitted = omitted
    }

    /// Reads a trace to its end.
    ///
    /// - Parameters:
    ///   - trace: The trace's folder.
    ///   - limit: How many changes are kept, the first ones.
    /// - Throws: `TraceError` when the trace cannot be read at all.
    /// - Complexity: O(events).
    package init(reading trace: String, limit: Int) throws(TraceError) {
        var reader = try TraceReader(folder: trace)
        var builder = TreeChangeBuilder(reader.metadata, limit: limit)
        reader.readAll(into: &builder)
        self.init(ribs: builder.ribs, changes: builder.changes, omitted: builder.omitted)
    }
}
