// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBText
import RIBWatch

/// The events, one a row.
extension ScreenPainter {
    /// As wide as `subscription ended`.
    private static let kindWidth = 18
    /// The widest column of types. A longer one shifts its row alone.
    private static let widestType = 36

    var events: [String] {
        let log = scene.events
        if log.numbers.isEmpty { return [row(TextLine("  Nothing has happened yet.", .faint))] }
        let shown = rows(0..<log.numbers.count, from: state.position.top, count: size.rows)
        return eventRows(shown, selected: state.index(in: ScreenList(log).keys))
    }

    /// The last events, below the tree.
    func eventsPanel(_ room: Int) -> [String] {
        guard room > 0 else { return [] }
        let count = scene.events.numbers.count
        return [rule(TextLine("Events", .strong))]
            + eventRows(max(0, count - (room - 1))..<count, selected: nil)
    }

    private func eventRows(_ shown: Range<Int>, selected: Int?) -> [String] {
        let events = shown.map { scene.events[scene.events.first + $0] }
        let typeWidth = events.map { $0.name.columns }.filter { $0 <= Self.widestType }.max() ?? 0
        return zip(shown, events).map { index, event in
            selectable(line(event, typeWidth), isSelected: index == selected)
        }
    }

    private func line(_ event: RunEvent, _ typeWidth: Int) -> TextLine {
        var line = TextLine(style.time(event.time), .faint) + TextLine("  ")
        if scene.processes.count > 1,
            let process = scene.processes.first(where: { $0.number == event.process })
        {
            line = line + TextLine("\(process.snapshot.process.processID)  ", .faint)
        }
        line =
            line + TextLine(event.kind.shortWords, event.kind.style).padded(to: Self.kindWidth)
            + TextLine("  ")
        line = line + state.query.highlighted(event.name, .plain).padded(to: typeWidth)
        if let detail = event.detail { line = line + TextLine("  \(detail)", event.kind.style) }
        if let path = event.ribPath {
            line = line + TextLine("  ") + state.query.highlighted(path, .place)
        }
        return line
    }
}

extension RunEvent {
    /// What it happened to.
    var name: String { type ?? test ?? "" }

    /// What belongs to its kind; nil when that says all.
    fileprivate var detail: String? {
        if let after {
            let word = kind == .stillAlive ? "time" : "deactivation"
            return "\(Quantity.duration(nanoseconds: after)) after its \(word)"
        }
        return counted ?? violation.map { "\($0)" }
    }
}

extension RunEvent.Kind {
    private static let styles: [RunEvent.Kind: TextStyle] = [
        .detached: .caution, .dropped: .caution, .attached: .calm, .launched: .calm,
        .activated: .calm, .settled: .strong, .scopeBegan: .strong,
    ]

    var style: TextStyle { isMistake ? .alarm : Self.styles[self] ?? .plain }
}
