import RIBTrace

/// What the events of one recorded subscription say, as plain words.
struct LedgerLine: SerialValue {
    private(set) var ownerID: ObjectID
    let chain: StringID
    let stack: StackID
    private(set) var attribution: SubscriptionAttribution
    let confinement: SubscriptionConfinement
    /// On the trace's clock.
    let madeAt: UInt64
    /// What the trace last said that it delivered; nil while it said nothing.
    var counts: DeliveryCounts?
    /// How it ended; nil while it has not.
    var end: SubscriptionEnd?
    /// On the trace's clock, of its end.
    var endedAt: UInt64 = 0
    private(set) var isAbsent = false

    /// - Parameter event: A `subscribed`.
    init(_ event: PackedEvent) {
        ownerID = ObjectID(event.related)
        chain = StringID(short: event.chain)
        stack = StackID(short: event.subscribeStack)
        attribution = SubscriptionAttribution(rawValue: event.attribution) ?? .current
        confinement = SubscriptionConfinement(rawValue: event.confinement) ?? .none
        madeAt = event.timestamp
    }

    /// Takes whose it is by what was seen since. What its code said itself stands.
    ///
    /// - Parameter event: A `subscriptionOwned`.
    mutating func give(_ event: PackedEvent) {
        guard attribution != .explicit,
            let seen = SubscriptionAttribution(rawValue: event.evidence)
        else { return }
        (ownerID, attribution) = (ObjectID(event.related), seen)
    }

    /// The same as another's, or nobody's, for another reason.
    func given(to owner: ObjectID, _ attribution: SubscriptionAttribution) -> LedgerLine {
        var line = self
        (line.ownerID, line.attribution) = (owner, attribution)
        return line
    }

    private init() {
        ownerID = .none
        chain = .none
        stack = .none
        attribution = .unowned
        confinement = .none
        madeAt = 0
        isAbsent = true
    }

    static var absent: LedgerLine { LedgerLine() }
}
