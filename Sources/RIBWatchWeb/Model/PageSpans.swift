// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns

/// What lived when in one process: all that lives, and the last that ended.
struct PageSpans {
    typealias Kind = TimelineSpan.Kind
    typealias Subject = TimelineSpan.Subject

    private struct Span {
        let subject: Subject
        var path: String
        let name: String
        let start: Int64
        var end: Int64?
        var marks: [(kind: RunEvent.Kind, time: Int64)] = []
    }

    private static let mostMarks = 16

    private let limit: Int
    private var open: [Subject: Int] = [:]
    private var spans: [Int: Span] = [:]
    /// Those that ended, in that order.
    private var ended: [Int] = []
    private var nextID = 0
    /// How many are no longer kept.
    private(set) var omitted = 0

    /// - Parameter limit: How many ended spans to keep. A quarter more for a while.
    init(limit: Int) { self.limit = limit }

    /// Begins a span. An activity that goes on is not begun again; any other span ends before.
    mutating func begin(
        _ kind: Kind, _ id: UInt64, path: String?, name: String?, at time: Int64,
        _ steps: inout StepList
    ) {
        let subject = Subject(kind, id)
        if kind == .activity, open[subject] != nil { return }
        end(kind, id, at: time, &steps)
        nextID += 1
        open[subject] = nextID
        let span = Span(
            subject: subject, path: path ?? "(no RIB)", name: name ?? "?", start: time)
        spans[nextID] = span
        tellBeginning(of: span, nextID, &steps)
    }

    mutating func mark(
        _ mark: RunEvent.Kind, _ kind: Kind, _ id: UInt64, path: String?, at time: Int64,
        _ steps: inout StepList
    ) {
        guard let span = open[Subject(kind, id)],
            let count = spans[span]?.marks.count,
            count < (kind == .subscription ? 1 : Self.mostMarks)
        else { return }
        place(span, at: path, &steps)
        spans[span]?.marks.append((mark, time))
        steps.add("mark", "\(span),\(mark.pageNumber),\(time)")
    }

    mutating func end(
        _ kind: Kind, _ id: UInt64, path: String? = nil, at time: Int64, _ steps: inout StepList
    ) {
        guard let span = open.removeValue(forKey: Subject(kind, id)) else { return }
        place(span, at: path, &steps)
        spans[span]?.end = time
        ended.append(span)
        steps.add("close", "\(span),\(time)")
        guard ended.count > limit + limit / 4 else { return }
        let old = ended.prefix(ended.count - limit)
        for span in old { spans[span] = nil }
        omitted += old.count
        ended = Array(ended.dropFirst(old.count))
    }

    /// Ends all that is open, of which nothing is known any more.
    mutating func endAll(at time: Int64, _ steps: inout StepList) {
        for subject in open.keys.sorted(by: { $0.id < $1.id }) {
            end(subject.kind, subject.id, at: time, &steps)
        }
    }

    /// Steps that make the same spans in a page that knows nothing.
    func tell(_ steps: inout StepList) {
        for (id, span) in spans.sorted(by: { $0.key < $1.key }) {
            tellBeginning(of: span, id, &steps)
            for mark in span.marks {
                steps.add("mark", "\(id),\(mark.kind.pageNumber),\(mark.time)")
            }
            if let end = span.end { steps.add("close", "\(id),\(end)") }
        }
    }

    private func tellBeginning(
        of span: Span, _ id: Int, _ steps: inout StepList
    ) {
        steps.add(
            "span",
            "\(id),\(span.subject.kind.rawValue),\(span.subject.id),\(span.path.json),\(span.name.json),\(span.start)"
        )
    }

    /// What was built from the bottom up, or owned late, gets its place after its beginning.
    private mutating func place(
        _ span: Int, at path: String?, _ steps: inout StepList
    ) {
        guard let path, spans[span]?.path != path else { return }
        spans[span]?.path = path
        steps.add("place", "\(span),\(path.json)")
    }
}
