// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBRuns
import RIBText

extension TextLayout {
    /// The subscriptions of a run for people at a terminal, grouped by RIB path and owner. Ends
    /// with a line break.
    ///
    /// - Parameter ribPath: The requested RIB path; nil for all.
    package func text(for report: SubscriptionReport, ribPath: String? = nil) -> String {
        let lists = report.lists.map { $0.lines(report.ids(of: $0), below: ribPath) }
        return text(Array(lists.joined(separator: [TextLine()])))
    }
}

extension SubscriptionList {
    /// The columns after which a line is broken.
    private static let width = 100

    fileprivate func lines(_ ids: PrintedIDs, below ribPath: String?) -> [TextLine] {
        var lines = head(below: ribPath)
        guard !subscriptions.isEmpty else { return lines }
        let table = Self.aligned([Self.titles] + subscriptions.map { $0.cells(ids) })
        lines += [TextLine(), TextLine("  " + table[0].joined(separator: "  "), .faint)]
        var last: ListedSubscription?
        for (subscription, cells) in zip(subscriptions, table.dropFirst()) {
            lines += Self.heading(of: subscription, after: last, ids)
            last = subscription
            lines += [Self.row(cells, hasFired: subscription.firedWhileInactive)]
            lines += Self.details(of: subscription)
        }
        return lines
    }

    /// The heading above a subscription whose place or owner differs from the one before it.
    private static func heading(
        of subscription: ListedSubscription, after last: ListedSubscription?, _ ids: PrintedIDs
    ) -> [TextLine] {
        guard let owner = subscription.owner else {
            // Unowned subscriptions come last, under one heading.
            if let last, last.owner == nil { return [] }
            let why = TextLine(" (no known owner)", .faint)
            return [TextLine(), TextLine("Unowned", .caution) + why]
        }
        guard owner != last?.owner else { return [] }
        let line = TextLine("  of \(owner.type)") + TextLine(", \(ids.object(owner.id))", .faint)
        guard owner.ribPath != last?.owner?.ribPath else { return [line] }
        return [TextLine(), TextLine(owner.ribPath, .place), line]
    }

    private static func details(of subscription: ListedSubscription) -> [TextLine] {
        var lines = [TextLine("      ") + TextLine(subscription.chain)]
        if let place = subscription.place { lines += made(by: place) }
        if subscription.attribution == .disputed {
            let reason = "no known owner, since its token, its closure and its maker do not agree"
            lines.append(TextLine("      \(reason)", .faint))
        } else if let evidence = subscription.attribution.evidence {
            lines.append(TextLine("      the owner's, since \(evidence)", .faint))
        }
        return lines
    }

    /// One line, or two if it would be too long.
    private static func made(by place: StackFrame) -> [TextLine] {
        let line = TextLine("      by ") + place.textLine
        guard line.columns > width, let function = place.function, let text = place.placeText
        else { return [line] }
        return [
            TextLine("      by ") + TextLine(function, .strong),
            TextLine("      at ") + TextLine(text, .place),
        ]
    }

    private func head(below ribPath: String?) -> [TextLine] {
        let lines: [TextLine?] = [
            TextLine(summary(below: ribPath), .strong),
            process.line,
            subscriptions.isEmpty
                ? nil
                : TextLine(
                    "  times in seconds since recording began; values by the owner's activity; "
                        + "! fired while inactive", .faint),
            gaps.map { TextLine("! \($0)", .caution) },
        ]
        return lines.compactMap { $0 }
    }

    private func summary(below ribPath: String?) -> String {
        let place = ribPath.map { " at or below \($0)" } ?? ""
        guard !subscriptions.isEmpty else { return "No subscriptions\(place)" }
        let alive = subscriptions.count { $0.end == nil }
        let fired = subscriptions.count { $0.firedWhileInactive }
        return Quantity.counted(subscriptions.count, "subscription") + place + ", \(alive) alive"
            + (fired > 0 ? ", \(fired) fired while inactive" : "")
    }
}

// The table of the list.
extension SubscriptionList {
    private static let titles = [
        "subscription", "made", "first", "last", "active", "inactive", "end", "owner by", "bound",
    ]
    /// The columns of numbers, which are aligned to the right.
    private static let numbers = 1...5
    private static let inactive = 5

    /// Rows whose columns are as wide as their widest text.
    private static func aligned(_ rows: [[String]]) -> [[String]] {
        let widths = titles.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.columns)
                if numbers.contains(column) { return padding + cell.0 }
                return column == row.count - 1 ? cell.0 : cell.0 + padding
            }
        }
    }

    /// A subscription's line. A mark before it means that it fired while inactive.
    private static func row(_ cells: [String], hasFired: Bool) -> TextLine {
        cells.enumerated().reduce(TextLine(hasFired ? "! " : "  ", .alarm)) { line, cell in
            let isAlarm = hasFired && cell.offset == inactive
            return line + TextLine(cell.offset == 0 ? "" : "  ")
                + TextLine(cell.element, cell.offset == 0 ? .strong : isAlarm ? .alarm : .plain)
        }
    }
}

extension ListedSubscription {
    /// What stands in each column.
    fileprivate func cells(_ ids: PrintedIDs) -> [String] {
        // A killed process may have recorded only the first inactive value.
        let least = firedWhileInactive ? "≥1" : "?"
        let hasNone = deliveries?.whileActive == 0 && deliveries?.whileInactive == 0
        func seconds(_ time: UInt64) -> String {
            String(Quantity.seconds(nanoseconds: time).dropLast(2))
        }
        func time(_ moment: UInt64?) -> String { moment.map(seconds) ?? (hasNone ? "–" : "?") }
        return [
            ids.subscription(id), seconds(madeAt), time(deliveries?.first), time(deliveries?.last),
            deliveries.map { String($0.whileActive) } ?? "?",
            deliveries.map { String($0.whileInactive) } ?? least, end?.word ?? "alive",
            attribution.name, confinement == .none ? "–" : confinement.word,
        ]
    }
}

extension SubscriptionReport {
    /// The format version. It goes up when a key changes its meaning or goes away; new keys may
    /// come at any time.
    private static let version = 1

    /// The subscriptions of a run for programs: contract version 1. Ends with a line break.
    ///
    /// Absent facts are null. Times are nanoseconds since recording began.
    package var json: String {
        JSONText.encoded(
            JSONValue([
                "version": Self.version, "processes": processes,
                "caveats": lists.compactMap(\.gaps) + caveats.map(\.text),
            ]))
    }

    /// The lists of all processes, as the member of that name has them.
    package var processes: JSONValue { .array(lists.map { Self.process($0, ids(of: $0)) }) }

    /// The keys of the process, and the subscriptions beside them.
    private static func process(_ list: SubscriptionList, _ ids: PrintedIDs) -> JSONValue {
        JSONValue(list.process).adding([
            "subscriptions": .array(list.subscriptions.map { subscription($0, ids) })
        ])
    }

    /// A subscription, with every key of the contract, including those with absent facts.
    private static func subscription(
        _ subscription: ListedSubscription, _ ids: PrintedIDs
    ) -> JSONValue {
        let deliveries = subscription.deliveries
        let owner = subscription.owner.map { owner in
            JSONValue(["id": ids.object(owner.id), "type": owner.type])
        }
        return JSONValue([
            "id": ids.subscription(subscription.id), "ribPath": subscription.owner?.ribPath,
            "owner": owner, "chain": subscription.chain,
            "attribution": subscription.attribution.name,
            "confinement": subscription.confinement.word, "madeNanoseconds": subscription.madeAt,
            "madeBy": subscription.place,
            "firstValueNanoseconds": deliveries?.first, "lastValueNanoseconds": deliveries?.last,
            "valuesWhileActive": deliveries?.whileActive,
            "valuesWhileInactive": deliveries?.whileInactive,
            "firedWhileInactive": subscription.firedWhileInactive,
            "end": subscription.end?.word ?? "alive", "endedNanoseconds": subscription.endedAt,
        ])
    }
}
