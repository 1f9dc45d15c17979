// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRuns
import RIBTrace

/// Reads a process's events, and lists the first of each poll.
struct ListedReading: EventConsumer {
    var process: FollowedProcess
    private let number: Int
    /// Nil for all, which are read in parts then.
    private let mostListed: Int?
    private var listed: [WatchChange] = []
    private var skipped: UInt64 = 0

    init(_ process: FollowedProcess, number: Int, mostListed: Int?) {
        self.process = process
        self.number = number
        self.mostListed = mostListed
    }

    /// Reads what is new in a trace.
    ///
    /// - Returns: Whether anything is, or will be once it is certain.
    mutating func read(
        _ trace: FollowedTrace, at now: WatchMoment, isLast: Bool
    ) throws(TraceError) -> Bool {
        process.begin(after: trace.time)
        return try trace.read(
            at: now.nanoseconds, isLast: isLast, inParts: mostListed == nil, into: &self)
    }

    /// Takes what was listed.
    mutating func take() -> [WatchChange] {
        defer { (listed, skipped) = ([], 0) }
        return skipped == 0 ? listed : listed + [.skipped(process: number, events: skipped)]
    }

    mutating func apply(_ timed: TimedEvent) {
        process.apply(timed)
        guard let kind = Self.kind(of: timed.event) else { return }
        guard mostListed.map({ listed.count < $0 }) ?? true else {
            skipped &+= 1
            return
        }
        listed.append(.event(listing(of: timed, kind)))
    }

    mutating func takeJudged(_ trace: FollowedTrace, isOver: Bool) -> JudgedProcess {
        process.takeJudged(trace, isOver: isOver)
    }

    /// The kind of an event that is listed; nil for names, what belongs to others, and what only
    /// findings tell in full.
    private static func kind(of event: TraceEvent) -> WatchEvent.Kind? {
        switch event {
        case .objectCreated: .created
        case .objectDestroyed: .freed
        case .launched: .launched
        case .attached: .attached
        case .detached: .detached
        case .loaded: .loaded
        case .activated: .activated
        case .deactivated: .deactivated
        case .workerStarted: .workerStarted
        case .workerStopped: .workerStopped
        case .viewAppeared: .viewAppeared
        case .viewLeft: .viewLeft
        case .subscribed: .subscribed
        case .subscriptionEnded: .subscriptionEnded
        case .firedWhileInactive: .firedWhileInactive
        case .stillAlive: .stillAlive
        case .lifecycleViolated: .lifecycleViolated
        case .scopeBegan: .scopeBegan
        case .settled: .settled
        case .dropped: .dropped
        case .stringDefined, .imageDefined, .stackDefined, .stackContinued, .supertypeDefined,
            .owned, .subscriptionOwned, .stillSubscribed, .placed, .asserted, .retainStep,
            .retained, .grew, .growthMeasured, .budgetSpent:
            nil
        }
    }
}

// MARK: - Listing

extension ListedReading {
    private mutating func listing(of timed: TimedEvent, _ kind: WatchEvent.Kind) -> WatchEvent {
        var listing = WatchEvent(kind, at: process.sinceEpoch(timed.timestamp), process: number)
        timed.event.object.map { add($0, to: &listing) }
        switch timed.event {
        case .activated(let id), .deactivated(let id):
            listing.parent = process.router(of: id)?.rawValue
        case .attached(_, let parent, _), .detached(_, let parent, _),
            .workerStarted(_, let parent):
            listing.parent = parent.rawValue
        case .stillAlive(_, let expectedFor): listing.after = expectedFor
        case .lifecycleViolated(let violation, _, let other, _, _):
            listing.violation = violation
            listing.parent = other.isNone ? nil : other.rawValue
        case .subscribed(let id, _, _, _, _, _, _): add(id, to: &listing)
        case .firedWhileInactive(let id, _, _, let sinceDeactivation):
            add(id, to: &listing)
            listing.after = sinceDeactivation
        case .subscriptionEnded(let id, let end, let counts):
            add(id, to: &listing)
            listing.end = end
            listing.count = counts.whileActive &+ counts.whileInactive
            listing.deliveries = .init(counts, hasFired: false, process.metadata)
        case .scopeBegan(let scope, _): listing.test = process.name(of: scope)
        case .settled(let reason, let scope, _):
            listing.reason = reason
            listing.test = process.name(of: scope)
        case .dropped(_, let count): listing.count = count
        default: break
        }
        return listing
    }

    private mutating func add(_ id: ObjectID, to listing: inout WatchEvent) {
        listing.id = id.rawValue
        listing.type = process.typeName(of: id)
        listing.objectKind = process.kind(of: id)
        if listing.type != nil { listing.ribPath = process.ribPath(of: id) }
    }

    private mutating func add(_ id: SubscriptionID, to listing: inout WatchEvent) {
        listing.id = id.rawValue
        listing.type = process.chain(of: id)
        if let owner = process.owner(of: id) {
            listing.owner = owner.rawValue
            listing.ribPath = process.ribPath(of: owner)
        }
    }
}
