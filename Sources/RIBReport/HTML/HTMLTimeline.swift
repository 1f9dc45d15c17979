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
        return [
            "paths": JSONValue(paths), "names": JSONValue(names),
            "kinds": JSONValue(spans.map { Int($0.kind.rawValue) }),
            "subjects": .array(spans.map { JSONValue($0.subject) }),
            "open": JSONValue(spans.indices.filter { spans[$0].isOpen }),
            "times": .array(spans.flatMap { [JSONValue($0.start), JSONValue($0.end)] }),
            "marks": [
                "spans": JSONValue(marks.flatMap { [$0.span, $0.mark.kind.pageNumber] }),
                "times": .array(marks.map { JSONValue($0.mark.time) }),
            ],
            "afterlives": .array(accused.sorted().compactMap(afterlife)),
            "omitted": JSONValue(self.spans.count - spans.count), "omittedMarks": JSONValue(left),
        ]
    }

    private func afterlife(of id: UInt64) -> JSONValue? {
        afterlives[id].map { life in
            let end = life.end.map { Int64(clamping: $0) } ?? -1
            return .array(
                [Int64(clamping: id), Int64(clamping: life.start), end].map(JSONValue.integer))
        }
    }
}

extension TreeChanges {
    /// What happened to the tree of RIBs of a process, in the data of a page.
    ///
    /// `changes` has for each the number of its kind, its RIB, and its new parent or -1; `times`,
    /// when it happened.
    func json(_ tables: inout HTMLTables) -> JSONValue {
        let types = ribs.map { tables.text($0.type) }
        return [
            "ids": .array(ribs.map { JSONValue($0.id) }), "types": JSONValue(types),
            "changes": .array(
                changes.map { JSONValue([$0.kind.pageNumber, $0.rib, $0.parent ?? -1]) }),
            "times": .array(changes.map { JSONValue($0.time) }), "omitted": JSONValue(omitted),
        ]
    }
}
