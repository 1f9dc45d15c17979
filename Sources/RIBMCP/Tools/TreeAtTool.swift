// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBText
import RIBTrees

extension RunLibrary {
    /// The answer of the tool `tree_at`.
    func treeAt(_ arguments: ToolArguments) throws -> ToolAnswer {
        let moment = try Self.moment(arguments.text("at"))
        let run = try index.run(named: arguments.text("run"))
        let (read, errors, stamp) = try readEach(of: run) {
            try TreeSnapshot(reading: $0, at: moment)
        }
        let pid = arguments.count("process")
        let snapshots = read.filter { pid == nil || $0.process.processID == pid }
        if let pid, snapshots.isEmpty {
            let ids = read.prefix(8).map { "\($0.process.processID)" }.joined(separator: ", ")
            throw ToolError("process \(pid): is in none of the traces; they have \(ids)")
        }
        let filter = PlaceFilter(arguments.text("ribPath"))
        let all = TreePlace.all(of: snapshots)
        let places = all.filter { filter.includes($0.node.ribPath) }
        let miss = places.isEmpty ? filter.miss(among: all.map(\.node.ribPath)) : nil
        let page = try arguments.page(
            of: places, by: [stamp], atMost: arguments.count("limit") ?? 100, size: \.bytes)
        let shown = TreePlace.snapshots(snapshots, of: page.elements)
        return ToolAnswer(
            head: [miss ?? "\(Quantity.counted(places.count, "RIB")) in all, as asked for."],
            quoted: miss == nil ? shown.text() : "",
            notes: page.notes("RIBs"),
            run: run, caveats: errors + snapshots.compactMap(\.gaps), page: page,
            members: [
                "processes": miss == nil ? shown : [], "note": miss,
            ])
    }

    private static func moment(_ text: String?) throws -> TraceTime {
        guard let text else { return .end }
        if let moment = TraceTime(text) { return moment }
        throw ToolError("\(InertText.quoted(text)): is not a moment; give \(TraceTime.forms)")
    }
}

/// A RIB of a list that goes through the trees of several processes.
private struct TreePlace {
    let process: Int
    let isInTree: Bool
    let node: RIBTree.Node

    /// About what it takes in text and in JSON: 260 bytes, and its names once in each.
    var bytes: Int {
        let names = [node.type, node.ribPath] + (node.workers ?? [])
        return 260 + 2 * names.reduce(0) { $0 + InertText.line($1).utf8.count }
    }

    static func all(of snapshots: [TreeSnapshot]) -> [TreePlace] {
        snapshots.enumerated().flatMap { process, snapshot in
            snapshot.tree.map { TreePlace(process: process, isInTree: true, node: $0) }
                + snapshot.detached.map { TreePlace(process: process, isInTree: false, node: $0) }
        }
    }

    /// The snapshots with only the RIBs of a page; without those of no RIB, unless none has any.
    static func snapshots(_ all: [TreeSnapshot], of page: [TreePlace]) -> [TreeSnapshot] {
        let shown = all.enumerated().map { index, snapshot in
            let own = page.filter { $0.process == index }
            return TreeSnapshot(
                process: snapshot.process, moment: snapshot.moment, time: snapshot.time,
                isEnd: snapshot.isEnd, tree: own.filter(\.isInTree).map(\.node),
                detached: own.filter { !$0.isInTree }.map(\.node))
        }
        let full = shown.filter { !$0.tree.isEmpty || !$0.detached.isEmpty }
        // Some without RIBs still say which processes were looked at, and when.
        return full.isEmpty ? Array(shown.prefix(8)) : full
    }
}
