// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import RIBReport
import RIBRuns
import RIBText
import RIBTrace

extension Tool {
    static let subscriptions = Tool(
        name: "subscriptions", title: "List the subscriptions of a run",
        description: """
            Lists subscriptions with their owner, the line that made them, the values they delivered \
            while their owner was active and inactive, and how they ended. Use it to see what a RIB \
            subscribes to, what is still alive, and what fired too late. Not each value while inactive \
            is a mistake; findings says which are.
            """,
        parameters: [
            .run, .ribPath,
            ToolParameter("alive", .flag, "Only what has not ended."),
            ToolParameter(
                "firedWhileInactive", .flag,
                "Only what delivered a value while its owner was inactive or gone."),
            .limit(1...200, usual: 30), .cursor,
        ],
        output: [
            "processes": Schema.list(
                of: Schema.object([
                    "process": Schema.text("The process's name."),
                    "pid": .object(["type": "integer"]),
                    "subscriptions": Schema.list(
                        of: Schema.object([
                            "id": Schema.text("What explain takes."),
                            "ribPath": Schema.text("Of its owner.", isNullable: true),
                            "chain": Schema.text("The publishers it came through."),
                            "attribution": Schema.text("How its owner is known."),
                            "valuesWhileActive": Schema.count("", isNullable: true),
                            "valuesWhileInactive": Schema.count("", isNullable: true),
                            "firedWhileInactive": Schema.flag("Whether one came too late."),
                            "end": Schema.text("How it ended, or alive."),
                        ]), "By place and owner; unowned ones last."),
                ]), "Those with subscriptions on this page.")
        ].merging(Schema.run) { $1 },
        answer: { (arguments, library) throws(ToolError) in
            let run = try library.index.run(named: arguments.text("run"))
            let filter = SubscriptionFilter(isAliveOnly: arguments.flag("alive"))
            let (readings, errors, stamp) = try library.readEach(of: run) {
                (trace) throws(TraceError) in try SubscriptionReading(of: trace, filter)
            }
            let report = SubscriptionReport(readings, symbolizer: library.symbolizer)
            let places = ListedPlace.all(
                of: report, PlaceFilter(arguments.text("ribPath")),
                isUnfiltered: arguments.text("ribPath") == nil,
                onlyFired: arguments.flag("firedWhileInactive"))
            let page = try arguments.page(of: places, by: [stamp], size: \.bytes)
            let shown = ListedPlace.report(report, of: page.elements)
            return ToolAnswer(
                head: ["\(Quantity.counted(places.count, "subscription")) in all, as asked for."],
                quoted: TextLayout().text(for: shown, ribPath: arguments.text("ribPath")),
                notes: page.notes("subscriptions"),
                run: run, caveats: errors + report.lists.compactMap(\.gaps) + report.caveats.lines,
                page: page, members: ["processes": shown.processes])
        })
}

/// A subscription of a list that goes through several processes.
private struct ListedPlace {
    let process: Int
    let subscription: ListedSubscription

    /// What it takes in text and in JSON, about.
    var bytes: Int {
        let place = subscription.place
        let names = [
            subscription.chain, subscription.owner?.type, subscription.owner?.ribPath,
            place?.function, place?.file, place?.module,
        ]
        return 640 + names.reduce(0) { $0 + InertText.line($1 ?? "").utf8.count }
    }

    /// - Parameter isUnfiltered: Whether unowned ones, which have no place, are asked for too.
    static func all(
        of report: SubscriptionReport, _ filter: PlaceFilter, isUnfiltered: Bool, onlyFired: Bool
    ) -> [ListedPlace] {
        report.lists.enumerated().flatMap { process, list in
            list.subscriptions.map { ListedPlace(process: process, subscription: $0) }
        }.filter { place in
            (isUnfiltered || place.subscription.owner.map { filter.includes($0.ribPath) } ?? false)
                && (!onlyFired || place.subscription.firedWhileInactive)
        }
    }

    /// The report with only the subscriptions of a page, and only processes that have some. A
    /// report of several processes keeps two, so that ids name theirs.
    static func report(_ all: SubscriptionReport, of page: [ListedPlace]) -> SubscriptionReport {
        let lists = all.lists.enumerated().map { index, list in
            SubscriptionList(
                process: list.process,
                subscriptions: page.filter { $0.process == index }.map(\.subscription))
        }
        let full = lists.filter { !$0.subscriptions.isEmpty }
        guard all.lists.count > 1, full.count < 2 else {
            return SubscriptionReport(lists: full.isEmpty ? lists : full)
        }
        let others = lists.filter(\.subscriptions.isEmpty).prefix(2 - full.count)
        return SubscriptionReport(lists: full + others)
    }
}
