// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns

/// What lived when: all that lives, and the last that ended.
extension PageProcess {
    typealias Subject = TimelineSpan.Subject

    struct Span {
        let subject: Subject
        var path: String
        let name: String
        let start: Int64
        var end: Int64?
        var marks: [(kind: RunEvent.Kind, time: Int64)] = []
    }

    private static let mostMarks = 16

    mutating func changeSpans(of id: UInt64, _ event: RunEvent, at time: Int64) {
        let path = event.ribPath
        switch event.spanStep {
        case .begins(let kind): beginSpan(Subject(kind, id), path: path, name: event.type, at: time)
        case .marks(let kind): markSpan(Subject(kind, id), event.kind, path: path, at: time)
        case .ends(let kind): endSpan(Subject(kind, id), path: path, at: time)
        case .endsAll:
            for kind in TimelineSpan.Kind.ofObjects {
                endSpan(Subject(kind, id), path: path, at: time)
            }
        case nil: break
        }
    }

    /// Begins a span. An activity that goes on is not begun again; any other span ends before.
    mutating func beginSpan(_ subject: Subject, path: String?, name: String?, at time: Int64) {
        if subject.kind == .activity, open[subject] != nil { return }
        endSpan(subject, at: time)
        lastSpan += 1
        open[subject] = lastSpan
        let span = Span(subject: subject, path: path ?? "(no RIB)", name: name ?? "?", start: time)
        spans[lastSpan] = span
        tellBeginning(of: span, lastSpan)
    }

    private mutating func markSpan(
        _ subject: Subject, _ mark: RunEvent.Kind, path: String?, at time: Int64
    ) {
        guard let span = open[subject], let count = spans[span]?.marks.count,
            count < (subject.kind == .subscription ? 1 : Self.mostMarks)
        else { return }
        place(span, at: path)
        spans[span]?.marks.append((mark, time))
        steps.add("mark", "\(span),\(mark.pageNumber),\(time)")
    }

    private mutating func endSpan(_ subject: Subject, path: String? = nil, at time: Int64) {
        guard let span = open.removeValue(forKey: subject) else { return }
        place(span, at: path)
        spans[span]?.end = time
        ended.append(span)
        steps.add("close", "\(span),\(time)")
        guard ended.count > Self.most + Self.most / 4 else { return }
        let old = ended.prefix(ended.count - Self.most)
        for span in old { spans[span] = nil }
        omittedSpans += old.count
        ended = Array(ended.dropFirst(old.count))
    }

    /// Ends all that is open, of which nothing is known any more.
    mutating func endAllSpans(at time: Int64) {
        for subject in open.keys.sorted(by: { $0.id < $1.id }) { endSpan(subject, at: time) }
    }

    /// Steps that make the same spans in a page that knows nothing.
    func tellSpans() {
        for (id, span) in spans.sorted(by: { $0.key < $1.key }) {
            tellBeginning(of: span, id)
            for mark in span.marks {
                steps.add("mark", "\(id),\(mark.kind.pageNumber),\(mark.time)")
            }
            if let end = span.end { steps.add("close", "\(id),\(end)") }
        }
    }

    private func tellBeginning(of span: Span, _ id: Int) {
        let (subject, names) = (span.subject, "\(span.path.json),\(span.name.json)")
        steps.add("span", "\(id),\(subject.kind.rawValue),\(subject.id),\(names),\(span.start)")
    }

    /// What was built from the bottom up, or owned late, gets its place after its beginning.
    private mutating func place(_ span: Int, at path: String?) {
        guard let path, spans[span]?.path != path else { return }
        spans[span]?.path = path
        steps.add("place", "\(span),\(path.json)")
    }
}
