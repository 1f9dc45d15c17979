// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBText
import RIBWatch

/// The events, one a row.
extension Screen {
    /// As wide as `subscription ended`.
    private static let kindWidth = 18
    /// The widest column of types. A longer one shifts its row alone.
    private static let widestType = 36

    var events: [String] {
        let log = scene.events
        if log.numbers.isEmpty { return [row(TextLine("  Nothing has happened yet.", .faint))] }
        let shown = rows(0..<log.numbers.count, from: state.position.top, count: size.rows)
        return eventRows(shown, selected: state.index(in: list.keys))
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
        let process = scene.processes.first { $0.number == event.process }
        let parts: [TextLine?] = [
            TextLine(style.time(event.time), .faint),
            scene.processes.count > 1
                ? process.map { TextLine("\($0.snapshot.process.processID)", .faint) } : nil,
            TextLine(event.kind.shortWords, event.kind.style).padded(to: Self.kindWidth),
            state.query.highlighted(event.name, .plain).padded(to: typeWidth),
            event.detail.map { TextLine($0, event.kind.style) },
            event.ribPath.map { state.query.highlighted($0, .place) },
        ]
        return .spaced(parts.compactMap { $0 })
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
