// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Finding out whose a subscription is by what was seen of it.
extension Recorder {
    /// The last object that was recorded so far.
    package var lastObject: ObjectID { withSession { ObjectID($0.objectCounter.value) } ?? .none }

    /// Whose a subscription is by the only owner that its subscriber keeps or captures, if that is active
    /// now and became so while a sweeper was asked.
    ///
    /// The first call takes some milliseconds. Level `full` only, where the heap may be searched.
    ///
    /// - Parameters:
    ///   - subscriber: The address of an object that lives until this comes back.
    ///   - sweeper: Says what objects of a class are.
    package func capturedOwner(
        by subscriber: UnsafeMutableRawPointer, _ sweeper: any LedgerSweeper
    ) -> (owner: Activity, SubscriptionAttribution)? {
        guard let session, session.searchesHeap,
            let found = session.evidence.captured(
                by: UInt(bitPattern: subscriber), sweeper.sort(of:)),
            found.owner.isActive
        else { return nil }
        return found
    }

    /// The only owner that the closure of a task captures, if that is active now.
    ///
    /// As `capturedOwner(by:_:)`.
    ///
    /// - Parameters:
    ///   - task: The address of the calling task.
    ///   - sweeper: Says what objects of a class are.
    package func owner(ofTask task: UInt, _ sweeper: any LedgerSweeper) -> Activity? {
        guard let session, session.searchesHeap,
            let found = session.evidence.captured(byTask: task, sweeper.sort(of:)), found.isActive
        else { return nil }
        return found
    }

    /// Gives the subscription of a token to an owner, as the code says that has the token.
    ///
    /// - Returns: False when none of nobody's is followed that the token ends.
    package func claim(_ token: AnyObject, for owner: Activity) -> Bool {
        session?.claim(token, for: owner) ?? false
    }

    /// Says that a subscription delivers what another one of its owner's brought, which is inactive: of the
    /// two only the other is a mistake.
    package func isFed(_ entry: LedgerEntry) { session?.ledger.isFed(entry) }

    /// Says that the owner of an activity is being freed, or was.
    ///
    /// - Parameter address: Where it is or was.
    package func ownerEnds(_ activity: Activity, at address: UInt) {
        withSession { $0.evidence.owners.remove(activity, at: address) }
    }

    /// Says that the owner of an activity is in its `deinit`.
    package func ownerEnds(_ activity: Activity, _ owner: AnyObject) {
        ownerEnds(activity, at: RecordingSession.address(of: owner))
    }

    /// Gives a live subscription of nobody's to an owner.
    ///
    /// - Returns: Its entry from now on; nil when it is over.
    package func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
        session?.ledger.give(entry, to: owner)
    }
}

extension RecordingSession {
    /// Whether anything is looked for in the memory of the process.
    var searchesHeap: Bool { configuration.level == .full && configuration.searchLimit > 0 }

    /// Finds out what of nobody's belongs to one who became inactive just now, and writes that down.
    ///
    /// - Parameter parts: That one and what stands for it; asked for only if there is anything to find.
    func findSubscriptions(of activity: Activity, _ parts: () -> [AnyObject]) {
        guard searchesHeap else { return }
        for sweeper in sweepers.withLock({ $0 }) {
            let unowned = sweeper.unowned(after: activity.owner)
            if unowned.isEmpty { continue }
            let parts = parts()
            let answers = evidence.answers(
                on: unowned, keptBy: activity, at: parts.map(Self.address(of:)), sweeper.sort(of:))
            withExtendedLifetime(parts) {}
            let seen = Dictionary(zip(unowned.map(\.id), answers)) { first, _ in first }
                .filter { !$0.value.isNothing }
            for id in sweeper.give(seen.mapValues(\.owner)) {
                if let answer = seen[id] { record(answer, on: id) }
            }
        }
    }

    fileprivate func claim(_ token: AnyObject, for owner: Activity) -> Bool {
        guard searchesHeap else { return false }
        for sweeper in sweepers.withLock({ $0 }) {
            let unowned = sweeper.unowned(after: .none)
            if unowned.isEmpty { continue }
            let kept = evidence.subscriptions(
                among: unowned, keptBy: [Self.address(of: token)], sweeper.sort(of:))
            withExtendedLifetime(token) {}
            guard let first = kept.first, !sweeper.give([first.id: owner]).isEmpty else { continue }
            recordOwner(owner, .explicit, of: first.id)
            return true
        }
        return false
    }

    private func record(_ answer: OwnerEvidence.Answer, on id: SubscriptionID) {
        switch answer {
        case .owner(let owner, let attribution): recordOwner(owner, attribution, of: id)
        case .disputed: recordOwner(nil, .disputed, of: id)
        case .nothing: break
        }
    }

    private func recordOwner(
        _ owner: Activity?, _ attribution: SubscriptionAttribution, of id: SubscriptionID
    ) {
        record(
            .subscriptionOwned(
                id, by: owner?.owner ?? .none, ownerIsActive: owner?.deactivatedAt == nil,
                attribution: attribution))
    }

    /// Looks whose a subscription is that seems to be an inactive owner's, and writes down what was seen.
    ///
    /// - Parameter followed: Its objects live until this comes back.
    /// - Returns: False when it is another's, or nobody's.
    func confirmsOwner(_ activity: Activity, of followed: FollowedObject) -> Bool {
        guard searchesHeap, let sweeper = sweepers.withLock({ $0.first }) else { return true }
        let roots = evidence.owners.address(of: activity).map { [$0] } ?? []
        let answer = evidence.answers(
            on: [followed], keptBy: activity, at: roots, sweeper.sort(of:))[0]
        record(answer, on: followed.id)
        return answer.isNothing || answer.owner === activity
    }

    /// As the other form, for what is about to be judged.
    func confirmOwners(of entries: [LedgerEntry]) {
        let outlived = entries.filter {
            !$0.firedWhileInactive && $0.activity?.deactivatedAt != nil
        }
        guard searchesHeap, !outlived.isEmpty else { return }
        let activities = Dictionary(
            outlived.map { ($0.id, $0.activity) }
        ) { first, _ in first }
        for sweeper in sweepers.withLock({ $0 }) {
            for followed in sweeper.followed(Set(activities.keys)) {
                guard let activity = activities[followed.id] ?? nil else { continue }
                _ = confirmsOwner(activity, of: followed)
            }
        }
    }

    static func address(of object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }
}
