import RIBAnalysis

/// What happened to the tree of RIBs of a process, in the data of a page.
struct HTMLTree: Encodable {
    private let ids: [UInt64]
    private let types: [Int]
    /// Of each change: the number of its kind, its RIB and its new parent or -1.
    private let changes: [[Int]]
    /// When each change happened.
    private let times: [UInt64]
    private let omitted: Int

    init(_ tree: TreeChanges, _ tables: inout HTMLTables) {
        ids = tree.ribs.map(\.id)
        types = tree.ribs.map { tables.text($0.type) }
        changes = tree.changes.map { [Int($0.kind.rawValue), $0.rib, $0.parent ?? -1] }
        times = tree.changes.map(\.time)
        omitted = tree.omitted
    }
}
