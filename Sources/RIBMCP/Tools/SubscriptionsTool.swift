// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import RIBRuns
import RIBText

extension RunLibrary {
    /// The answer of the tool `subscriptions`.
    func subscriptions(_ arguments: ToolArguments) throws -> ToolAnswer {
        let run = try index.run(named: arguments.text("run"))
        let filter = SubscriptionFilter(isAliveOnly: arguments.flag("alive"))
        let (readings, errors, stamp) = try readEach(of: run) {
            try SubscriptionReading(of: $0, filter)
        }
        let report = SubscriptionReport(readings, symbolizer: symbolizer)
        let places = ListedPlace.all(of: report, for: arguments)
        let page = try arguments.page(
            of: places, by: [stamp], atMost: arguments.count("limit") ?? 30, size: \.bytes)
        let shown = ListedPlace.report(report, of: page.elements)
        return ToolAnswer(
            head: ["\(Quantity.counted(places.count, "subscription")) in all, as asked for."],
            quoted: TextLayout().text(for: shown, ribPath: arguments.text("ribPath")),
            notes: page.notes("subscriptions"),
            run: run, caveats: errors + report.lists.compactMap(\.gaps) + report.caveats.lines,
            page: page, members: ["processes": shown.processes])
    }
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

    static func all(
        of report: SubscriptionReport, for arguments: ToolArguments
    ) -> [ListedPlace] {
        let (path, onlyFired) = (arguments.text("ribPath"), arguments.flag("firedWhileInactive"))
        let filter = PlaceFilter(path)
        return report.lists.enumerated().flatMap { process, list in
            list.subscriptions.map { ListedPlace(process: process, subscription: $0) }
        }.filter { place in
            // Unowned ones have no place, so they are shown only where none is asked for.
            (path == nil || place.subscription.owner.map { filter.includes($0.ribPath) } ?? false)
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
