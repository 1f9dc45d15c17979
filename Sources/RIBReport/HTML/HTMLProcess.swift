// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBText

extension TraceTimeline {
    /// The most marks of one span. A view may appear and leave any number of times.
    private static let mostMarks = 16

    /// The spans of a process in the data of a page.
    ///
    /// `open` has the indices of spans that had not ended when the recording ended. `times` are
    /// starts and ends, alternating. `marks` has the index of the marked span and the number of the
    /// mark's kind, alternating, and their times. `afterlives` has for each object that shows a
    /// finding and stayed too long: its id, since when, and until when or -1 for the end of the
    /// recording.
    ///
    /// - Parameters:
    ///   - accused: The ids of the objects that show findings.
    ///   - room: How many more spans fit into the page.
    ///   - omittedMarks: Grows by the marks of these spans that are left out.
    func json(
        _ accused: Set<UInt64>, room: inout Int, omittedMarks: inout Int,
        _ tables: inout HTMLTables
    ) -> JSONValue {
        // Kinds are kept in this order: RIBs, activity, workers, views, subscriptions.
        let spans = spans.kept(atMost: room) { Int($0.kind.rawValue) }
        room -= spans.count
        let marks = spans.enumerated().flatMap { number, span in
            span.marks.prefix(Self.mostMarks).map { (span: number, mark: $0) }
        }
        let left = spans.reduce(0) { $0 + $1.marks.count } - marks.count
        omittedMarks += left
        let paths = spans.map { tables.text(texts[$0.ribPath]) }
        let names = spans.map { tables.text(texts[$0.name]) }
        let afterlives = accused.sorted().compactMap { id in
            self.afterlives[id].map { life -> [Int64] in
                [
                    Int64(clamping: id), Int64(clamping: life.start),
                    life.end.map { Int64(clamping: $0) } ?? -1,
                ]
            }
        }
        return JSONValue([
            "paths": paths, "names": names, "kinds": spans.map { Int($0.kind.rawValue) },
            "subjects": spans.map(\.subject), "open": spans.indices.filter { spans[$0].isOpen },
            "times": spans.flatMap { [$0.start, $0.end] },
            "marks": JSONValue([
                "spans": marks.flatMap { [$0.span, $0.mark.kind.pageNumber] },
                "times": marks.map(\.mark.time),
            ]),
            "afterlives": afterlives, "omitted": self.spans.count - spans.count,
            "omittedMarks": left,
        ])
    }
}

extension TreeChanges {
    /// What happened to the tree of RIBs of a process, in the data of a page.
    ///
    /// `changes` has for each the number of its kind, its RIB, and its new parent or -1; `times`,
    /// when it happened.
    func json(_ tables: inout HTMLTables) -> JSONValue {
        JSONValue([
            "ids": ribs.map(\.id), "types": ribs.map { tables.text($0.type) },
            "changes": changes.map { [$0.kind.pageNumber, $0.rib, $0.parent ?? -1] },
            "times": changes.map(\.time), "omitted": omitted,
        ])
    }
}

extension SubscriptionList {
    /// The subscriptions of a process in the data of a page.
    ///
    /// `texts` has for each the owner's place, its type, the chain and the frame that made it; -1
    /// if unknown. `owners` are their ids, 0 for none. `facts` are the attribution, the
    /// confinement, how it ended or -1, and 1 if it fired while inactive. `values` are those while
    /// active and while inactive, alternating; -1 if unknown. `times` are four for each: made,
    /// first value, last value, ended; -1 for none.
    ///
    /// - Parameter room: How many more subscriptions fit into the page.
    func json(room: inout Int, _ tables: inout HTMLTables) -> JSONValue {
        // Those that fired while inactive are kept first, then live ones.
        let lines = subscriptions.kept(atMost: room) { line in
            line.firedWhileInactive ? 0 : line.end == nil ? 1 : 2
        }
        room -= lines.count
        let texts = lines.map { line in
            [
                tables.text(line.owner?.ribPath), tables.text(line.owner?.type),
                tables.text(line.chain), line.place.map { tables.frame($0) } ?? -1,
            ]
        }
        let facts = lines.map { line in
            [
                tables.text(line.attribution.name),
                line.confinement == .none ? -1 : tables.text(line.confinement.word),
                tables.text(line.end?.word), line.firedWhileInactive ? 1 : 0,
            ]
        }
        let values = lines.flatMap { [$0.deliveries?.whileActive, $0.deliveries?.whileInactive] }
        let times = lines.flatMap { line in
            [line.madeAt, line.deliveries?.first, line.deliveries?.last, line.endedAt]
        }
        func numbers(_ values: [UInt64?]) -> [Int64] {
            values.map { $0.map { Int64(clamping: $0) } ?? -1 }
        }
        return JSONValue([
            "ids": lines.map(\.id), "owners": lines.map { $0.owner?.id ?? 0 }, "texts": texts,
            "facts": facts, "values": numbers(values), "times": numbers(times),
            "omitted": subscriptions.count - lines.count,
        ])
    }
}
