import RIBAnalysis
import RIBTrees

/// The live subscriptions of nobody, below the findings.
enum HTMLUnowned {
    private static let mostSites = 5

    /// - Returns: Nothing when there are none.
    static func markup(for unowned: UnownedSubscriptions) -> String {
        guard unowned.count > 0 else { return "" }
        let belong = unowned.count == 1 ? "belongs" : "belong"
        let were = unowned.count == 1 ? "was" : "were"
        var items = unowned.sites.prefix(mostSites).map { site in
            let place = site.place.map { StackText.line(for: $0).rendered(colored: false) }
            return "<li>\(site.count) by <span class=\"code\">"
                + "\(HTMLText.escaped(place ?? "an unknown place"))</span></li>"
        }
        let left = unowned.sites.count - mostSites
        if left > 0 { items.append("<li>… \(Quantity.counted(left, "more place"))</li>") }
        return """
            <section class="unowned">
            <p><strong>\(Quantity.counted(unowned.count, "live subscription"))</strong> \
            \(belong) to nobody, as far as is known, and \(were) not judged:</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }
}
