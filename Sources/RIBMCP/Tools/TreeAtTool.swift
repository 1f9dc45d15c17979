// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBText
import RIBTrace
import RIBTrees

extension Tool {
    static let treeAt = Tool(
        name: "tree_at", title: "Show the tree of RIBs at a moment",
        description: """
            Shows which RIBs were alive at a moment of a run, attached or detached and still alive: \
            place, activity, age, subscriptions and workers. Use it to see what the app looked like \
            when something happened, or at the end. A detached RIB that is alive need not be a leak; \
            findings says what is.
            """,
        parameters: [
            .run,
            ToolParameter("at", .text, "The moment: \(TraceTime.forms). Default: the end."),
            ToolParameter(
                "process", .count(0...Int(Int32.max)),
                "Only the process of this id, of a run of several."),
            .ribPath, .limit(1...500, usual: 100), .cursor,
        ],
        output: [
            "processes": Schema.list(
                of: Schema.object([
                    "process": Schema.text("The process's name."),
                    "pid": .object(["type": "integer"]),
                    "momentNanoseconds": Schema.count("Since recording began.", isNullable: true),
                    "momentTime": Schema.text("ISO 8601, UTC.", isNullable: true),
                    "isEnd": Schema.flag("Whether the recording ends there."),
                    "tree": node("In the tree, parents before children."),
                    "detached": node("Detached, and not seen to be freed."),
                ]), "Those with RIBs on this page."),
            "note": Schema.text(
                "Why ribPath shows nothing; null when it shows something, or is not given.",
                isNullable: true),
        ].merging(Schema.run) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let moment = try Tool.moment(arguments.text("at"))
            let run = try library.index.run(named: arguments.text("run"))
            let (read, errors, stamp) = try library.readEach(of: run) {
                (trace) throws(TraceError) in
                try TreeSnapshot(reading: trace, at: moment)
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
            let page = try arguments.page(of: places, by: [stamp], size: \.bytes)
            let shown = TreePlace.snapshots(snapshots, of: page.elements)
            return ToolAnswer(
                head: [miss ?? "\(Quantity.counted(places.count, "RIB")) in all, as asked for."],
                quoted: miss == nil ? shown.text() : "",
                notes: page.notes("RIBs"),
                run: run, caveats: errors + snapshots.compactMap(\.gaps), page: page,
                members: [
                    "processes": miss == nil ? JSONValue(shown) : [],
                    "note": JSONValue(miss),
                ])
        })

    private static func node(_ description: String) -> JSONValue {
        Schema.list(
            of: Schema.object([
                "id": Schema.count("For explain: object:ID."),
                "parent": Schema.count("The id of its parent.", isNullable: true),
                "type": Schema.text("Its type."), "ribPath": Schema.text("Its place."),
                "standing": Schema.word(
                    "Its relation to the tree.",
                    ["launched", "attached", "unattached", "detached", "orphaned"]),
                "isActive": Schema.flag("Whether its interactor is active."),
                "ageNanoseconds": Schema.count("In this standing.", isNullable: true),
                "subscriptions": Schema.count("That have not ended.", isNullable: true),
            ]), description)
    }

    private static func moment(_ text: String?) throws(ToolError) -> TraceTime {
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

    /// What it takes in text and in JSON, about.
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
        return full.isEmpty ? Array(shown.prefix(8)) : full
    }
}
