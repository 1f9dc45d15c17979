import CPeers

/// What values and subscriptions cost in their forms, in nanoseconds, measured in turns.
public struct SubscriptionCosts {
    /// A value, and a subscription made and ended, of each piece of work.
    public let costs: [(value: Double, subscription: Double)]

    /// Of each `SubscriptionForm`.
    public static func ofForms() -> SubscriptionCosts {
        let works = SubscriptionForm.allCases.map(SubscriptionWork.init)
        return SubscriptionCosts(works.map { work in (work.deliver, work.subscribe) })
    }

    /// Of each `FollowedWork.Listener`.
    public static func ofListeners() -> SubscriptionCosts {
        let works = FollowedWork.Listener.allCases.map(FollowedWork.init)
        return SubscriptionCosts(works.map { work in (work.deliver, work.subscribe) })
    }

    private init(_ works: [(deliver: (Int) -> Void, subscribe: (Int) -> Void)]) {
        let (values, subscriptions) = (5_000, 500)
        var turns: [[(value: Double, subscription: Double)]] = []
        for _ in 0..<41 {
            turns.append(
                works.map { work in
                    (
                        Self.each(values) { work.deliver(values) },
                        Self.each(subscriptions) { work.subscribe(subscriptions) }
                    )
                })
        }
        // The first ones fill tables and caches.
        turns.removeFirst(10)
        costs = works.indices.map { work in
            (
                Self.median(turns.map { $0[work].value }),
                Self.median(turns.map { $0[work].subscription })
            )
        }
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
