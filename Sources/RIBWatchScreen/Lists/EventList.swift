// SPDX-License-Identifier: Apache-2.0

import RIBRuns
import RIBText
import RIBWatch

/// The events up to the moment that is shown, the newest last.
struct EventList: ScreenList {
    let log: EventLog

    var count: Int { log.numbers.count }

    func key(at index: Int) -> RowKey { .event(log.first + index) }

    func index(of key: RowKey) -> Int? {
        guard case .event(let number) = key, log.numbers.contains(number) else { return nil }
        return number - log.first
    }

    func text(at index: Int) -> String {
        let event = event(at: index)
        return "\(event.kind.shortWords) \(event.type ?? "") \(event.ribPath ?? "")"
    }

    func event(at index: Int) -> RunEvent { log[log.first + index] }
}

/// Writes events, one a row.
struct EventRowText {
    /// As wide as `subscription ended`.
    private static let kindWidth = 18

    let clock: ClockText
    let query: SearchQuery
    /// The names of the processes by their numbers, if there are several.
    let processes: [Int: String]
    /// The columns of the types.
    let typeWidth: Int

    /// The widest column of types. A longer one shifts its row alone.
    private static let widestType = 36

    /// - Parameters:
    ///   - events: The events that are seen, which the columns fit.
    ///   - processes: The names of the processes by their numbers, if there are several.
    init(
        _ events: some Sequence<RunEvent>, clock: ClockText, query: SearchQuery,
        processes: [Int: String]
    ) {
        (self.clock, self.query, self.processes) = (clock, query, processes)
        typeWidth =
            events.map { $0.name.columns }.filter { $0 <= Self.widestType }
            .max() ?? 0
    }

    func line(_ event: RunEvent) -> TextLine {
        var line = TextLine(clock.time(event.time), .faint) + TextLine("  ")
        if let process = processes[event.process] { line = line + TextLine("\(process)  ", .faint) }
        line =
            line + TextLine(event.kind.shortWords, event.kind.style).padded(to: Self.kindWidth)
            + TextLine("  ")
        line = line + query.highlighted(event.name, .plain).padded(to: typeWidth)
        if let detail = event.detail { line = line + TextLine("  \(detail)", event.kind.style) }
        if let path = event.ribPath {
            line = line + TextLine("  ") + query.highlighted(path, .place)
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
    var style: TextStyle {
        if isMistake { return .alarm }
        return switch self {
        case .detached, .dropped: .caution
        case .attached, .launched, .activated: .calm
        case .settled, .scopeBegan: .strong
        default: .plain
        }
    }
}
