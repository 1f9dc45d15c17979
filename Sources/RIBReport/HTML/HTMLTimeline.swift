// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns

/// The spans of a process in the data of a page.
struct HTMLTimeline: Encodable {
    private let paths: [Int]
    private let names: [Int]
    private let kinds: [Int]
    private let subjects: [UInt64]
    /// The indices of spans that had not ended when the recording ended.
    private let open: [Int]
    /// Starts and ends, alternating.
    private let times: [UInt64]
    private let marks: Marks
    /// For each object that shows a finding and stayed too long: its id, since when, and until when
    /// or -1 for the end of the recording.
    private let afterlives: [[Int64]]
    let omitted: Int
    let omittedMarks: Int

    private struct Marks: Encodable {
        /// The index of the marked span and the number of the mark's kind, alternating.
        var spans: [Int] = []
        var times: [UInt64] = []
    }

    /// - Parameters:
    ///   - accused: The ids of the objects that show findings.
    ///   - room: How many more spans fit into the page.
    init(
        _ timeline: TraceTimeline, _ accused: Set<UInt64>, room: inout Int,
        _ tables: inout HTMLTables
    ) {
        let spans = Self.chosen(timeline.spans, at: room)
        room -= spans.count
        omitted = timeline.spans.count - spans.count
        paths = spans.map { tables.text(timeline.texts[$0.ribPath]) }
        names = spans.map { tables.text(timeline.texts[$0.name]) }
        kinds = spans.map { Int($0.kind.rawValue) }
        subjects = spans.map(\.subject)
        open = spans.indices.filter { spans[$0].isOpen }
        times = spans.flatMap { [$0.start, $0.end] }
        var marks = Marks()
        for (number, span) in spans.enumerated() {
            for mark in span.marks.prefix(Self.mostMarks) {
                marks.spans += [number, mark.kind.pageNumber]
                marks.times.append(mark.time)
            }
        }
        self.marks = marks
        afterlives = accused.sorted().compactMap { id in
            timeline.afterlives[id].map { life in
                [
                    Int64(clamping: id), Int64(clamping: life.start),
                    life.end.map { Int64(clamping: $0) } ?? -1,
                ]
            }
        }
        omittedMarks = spans.reduce(0) { $0 + $1.marks.count } - marks.times.count
    }

    /// The most marks of one span. A view may appear and leave any number of times.
    private static let mostMarks = 16

    /// The spans to show, in their order. If there are too many, kinds are kept in this order:
    /// RIBs, activity, workers, views, subscriptions.
    private static func chosen(_ spans: [TimelineSpan], at most: Int) -> [TimelineSpan] {
        guard spans.count > most else { return spans }
        let byKind = spans.indices.sorted {
            (spans[$0].kind.rawValue, $0) < (spans[$1].kind.rawValue, $1)
        }
        return byKind.prefix(most).sorted().map { spans[$0] }
    }
}

/// What happened to the tree of RIBs of a process, in the data of a page.
struct HTMLTree: Encodable {
    private let ids: [UInt64]
    private let types: [Int]
    /// For each change: the number of its kind, its RIB, and its new parent or -1.
    private let changes: [[Int]]
    /// When each change happened.
    private let times: [UInt64]
    private let omitted: Int

    init(_ tree: TreeChanges, _ tables: inout HTMLTables) {
        ids = tree.ribs.map(\.id)
        types = tree.ribs.map { tables.text($0.type) }
        changes = tree.changes.map { [$0.kind.pageNumber, $0.rib, $0.parent ?? -1] }
        times = tree.changes.map(\.time)
        omitted = tree.omitted
    }
}
