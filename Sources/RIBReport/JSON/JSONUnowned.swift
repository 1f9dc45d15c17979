import RIBAnalysis

/// The live subscriptions of nobody in the JSON report.
struct JSONUnowned: Encodable {
    private let count: Int
    private let sites: [Site]

    init(_ unowned: UnownedSubscriptions) {
        count = unowned.count
        sites = unowned.sites.map(Site.init)
    }

    private struct Site: Encodable {
        private let site: UnownedSubscriptions.Site

        init(_ site: UnownedSubscriptions.Site) {
            self.site = site
        }

        private enum CodingKeys: String, CodingKey {
            case count, madeBy
        }

        /// Writes every key, also those whose fact is absent.
        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(site.count, forKey: .count)
            try object.encode(site.place.map(JSONStacks.Frame.init), forKey: .madeBy)
        }
    }
}
