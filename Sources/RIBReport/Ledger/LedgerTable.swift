import RIBAnalysis
import RIBTrees

/// The columns of the ledger, as wide as their widest text.
struct LedgerTable {
    private static let titles = [
        "subscription", "made", "first", "last", "active", "inactive", "end", "owner by", "bound",
    ]
    /// The columns of numbers, which stand to the right.
    private static let numbers = 1...5
    private static let inactive = 5

    private var widths: [Int]

    init(of subscriptions: [LedgerSubscription]) {
        widths = Self.titles.map(\.count)
        for subscription in subscriptions {
            for (column, text) in Self.texts(of: subscription).enumerated() {
                widths[column] = max(widths[column], text.count)
            }
        }
    }

    /// The line above all others.
    var titles: TextLine { TextLine("  " + padded(Self.titles).joined(separator: "  "), .faint) }

    /// The line of a subscription; a mark before it says that it fired while inactive.
    func line(for subscription: LedgerSubscription) -> TextLine {
        let fired = subscription.firedWhileInactive
        var line = TextLine(fired ? "! " : "  ", .alarm)
        for (column, text) in padded(Self.texts(of: subscription)).enumerated() {
            let isAlarm = fired && column == Self.inactive
            line =
                line + TextLine(column == 0 ? "" : "  ")
                + TextLine(text, column == 0 ? .strong : isAlarm ? .alarm : .plain)
        }
        return line
    }

    private func padded(_ texts: [String]) -> [String] {
        texts.enumerated().map { column, text in
            let padding = String(repeating: " ", count: widths[column] - text.count)
            if Self.numbers.contains(column) { return padding + text }
            return column == texts.count - 1 ? text : text + padding
        }
    }

    private static func texts(of subscription: LedgerSubscription) -> [String] {
        let deliveries = subscription.deliveries
        // A killed process may have told of the first inactive value only.
        let least = subscription.firedWhileInactive ? "≥1" : "?"
        let hasNone = deliveries?.whileActive == 0 && deliveries?.whileInactive == 0
        func time(_ moment: UInt64?) -> String { moment.map(seconds) ?? (hasNone ? "–" : "?") }
        return [
            "subscription:\(subscription.id)", seconds(subscription.madeAt),
            time(deliveries?.first), time(deliveries?.last),
            deliveries.map { String($0.whileActive) } ?? "?",
            deliveries.map { String($0.whileInactive) } ?? least,
            subscription.end?.word ?? "alive", subscription.attribution.name,
            subscription.confinement == .none ? "–" : subscription.confinement.word,
        ]
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        String(Quantity.seconds(nanoseconds: nanoseconds).dropLast(2))
    }
}
