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

    mutating func define(_ event: TraceEvent) { process.define(event) }

    mutating func apply(_ event: PackedEvent) {
        process.apply(event)
        guard Self.kinds[Int(event.record.rawValue)] != nil else { return }
        guard mostListed.map({ listed.count < $0 }) ?? true else {
            skipped &+= 1
            return
        }
        if let change = listing(of: event) { listed.append(.event(change)) }
    }

    mutating func takeJudged(_ trace: FollowedTrace, isOver: Bool) -> JudgedProcess {
        process.takeJudged(trace, isOver: isOver)
    }

    /// The kinds of the events that are listed, by the number of the record.
    private static let kinds: [WatchEvent.Kind?] = {
        let most = TraceEvent.Record.allCases.map(\.rawValue).max() ?? 0
        return (0...most).map { TraceEvent.Record(rawValue: $0).flatMap(kind) }
    }()

    private static func kind(of record: TraceEvent.Record) -> WatchEvent.Kind? {
        switch record {
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
        // Names, what belongs to others, and what only findings tell in full.
        case .stringDefined, .imageDefined, .stackDefined, .stackContinued, .supertypeDefined,
            .owned, .subscriptionOwned, .stillSubscribed, .placed, .asserted, .retainStep,
            .retained, .grew,
            .growthMeasured, .budgetSpent:
            nil
        }
    }
}

// MARK: - Listing

extension ListedReading {
    private mutating func listing(of packed: PackedEvent) -> WatchEvent? {
        guard let kind = Self.kinds[Int(packed.record.rawValue)], let event = TraceEvent(packed)
        else { return nil }
        var listing = WatchEvent(
            kind, at: process.sinceEpoch(packed.timestamp), process: number)
        switch event {
        case .objectCreated(let id, _, _, _), .objectDestroyed(let id), .launched(let id, _),
            .loaded(let id), .workerStopped(let id), .viewAppeared(let id),
            .viewLeft(let id, _, _):
            add(id, to: &listing)
        case .activated(let id), .deactivated(let id):
            add(id, to: &listing)
            listing.parent = process.router(of: id)?.rawValue
        case .attached(let id, let parent, _), .detached(let id, let parent, _),
            .workerStarted(let id, let parent):
            add(id, to: &listing)
            listing.parent = parent.rawValue
        case .stillAlive(let id, let expectedFor):
            add(id, to: &listing)
            listing.after = expectedFor
        case .lifecycleViolated(let violation, let id, let other, _, _):
            add(id, to: &listing)
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
