import RIBAnalysis
import RIBTrees

/// The subscriptions of nobody, as the last thing in a report.
enum UnownedText {
    private static let mostSites = 5

    /// - Returns: Nothing when there are none.
    static func lines(for unowned: UnownedSubscriptions) -> [TextLine] {
        guard unowned.count > 0 else { return [] }
        let are = unowned.count == 1 ? "belongs" : "belong"
        var lines = [
            TextLine(),
            TextLine("\(Quantity.counted(unowned.count, "live subscription")) ", .caution)
                + TextLine("\(are) to nobody, as far as is known, and \(were(unowned)) not judged"),
        ]
        for site in unowned.sites.prefix(mostSites) {
            let place = site.place.map(StackText.line) ?? TextLine("an unknown place", .faint)
            lines.append(TextLine("  \(site.count) by ") + place)
        }
        let left = unowned.sites.count - mostSites
        if left > 0 {
            let places = Quantity.counted(left, "more place")
            lines.append(TextLine("  … \(places); ribleak subscriptions lists all", .faint))
        }
        return lines
    }

    private static func were(_ unowned: UnownedSubscriptions) -> String {
        unowned.count == 1 ? "was" : "were"
    }
}
