// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// What became known about the subscriptions of a followed process.
package struct SubscriptionUpdate: Equatable, Sendable {
    /// As a report would list them now, oldest first. Some may be as they were before.
    package let listed: [ListedSubscription]
    /// The ids of ended ones that are not followed any more.
    package var gone: [UInt64] = []
    /// How many ended ones are not followed any more, all in all.
    package var omitted = 0
}

/// The subscriptions of a followed process: all that are alive, and the last that ended.
///
/// What a report lists of one also depends on others: its owner moves in the tree, and the code
/// that made it turns out to be another RIB's. So while anything happens, all are looked at again
/// in turn.
package struct FollowedSubscriptions {
    /// How many are looked at again for one update.
    private static let mostReviewed = 16

    private let mostEnded: Int
    private var entries: [SubscriptionID: SubscriptionEntry] = [:]
    /// Those that were in an update.
    private var listed: Set<SubscriptionID> = []
    /// Those that ended, in that order.
    private var ended: [SubscriptionID] = []
    private var changed: Set<SubscriptionID> = []
    private var gone: [UInt64] = []
    private var omitted = 0
    /// Those to look at again.
    private var review: [SubscriptionID] = []
    private var hasNews = false

    /// Of the stacks that were looked up.
    private var places: [StackID: StackFrame] = [:]
    private var authors: [StackID: SubscriptionAuthor] = [:]
    /// The stacks that were met, and of those the ones to look up.
    private var stacks: Set<StackID> = []
    private var unknownStacks: Set<StackID> = []
    /// The types of all objects there ever were, as a report knows them.
    private var types: Set<StringID> = []
    /// The RIBs of these types; nil after another type was met.
    private var ribs: KnownRIBs?

    /// - Parameter mostEnded: How many ended ones to keep. A quarter more for a while.
    package init(mostEnded: Int) { self.mostEnded = mostEnded }

    /// Takes the next event that is not a definition.
    package mutating func apply(_ timed: TimedEvent) {
        hasNews = true
        if case .objectCreated(_, _, let type, _) = timed.event, types.insert(type).inserted {
            ribs = nil
        }
        // Other events matter when all are looked at again.
        guard let id = timed.event.subscription else { return }
        if let entry = SubscriptionEntry(timed) {
            // A damaged trace may contain the same id twice.
            entries[id] = entry
            if !entry.stack.isNone, stacks.insert(entry.stack).inserted {
                unknownStacks.insert(entry.stack)
            }
        } else if entries[id] != nil {
            entries[id]?.apply(timed)
        } else {
            return
        }
        changed.insert(id)
        if case .subscriptionEnded = timed.event { end(id) }
    }

    private mutating func end(_ id: SubscriptionID) {
        ended.append(id)
        guard ended.count > mostEnded + mostEnded / 4 else { return }
        let old = ended.prefix(ended.count - mostEnded)
        for id in old {
            guard entries[id]?.end != nil else { continue }
            entries[id] = nil
            changed.remove(id)
            if listed.remove(id) != nil { gone.append(id.rawValue) }
            omitted += 1
        }
        ended = Array(ended.dropFirst(old.count))
    }

    /// The owners that updates name.
    package var owners: Set<ObjectID> { Set(entries.values.map(\.ownerID)) }

    // MARK: - Stacks

    /// Takes the stacks that were met since the last call.
    package mutating func takeStacks(
        _ definitions: TraceDefinitions
    ) -> [StackID: RecordedStack] {
        guard !unknownStacks.isEmpty else { return [:] }
        let defined = unknownStacks.filter { definitions.stacks[$0] != nil }
        unknownStacks.subtract(defined)
        return Dictionary(uniqueKeysWithValues: defined.map { ($0, definitions.recordedStack($0)) })
    }

    /// Takes over what was found about stacks.
    package mutating func note(_ found: [StackID: SubscriptionOrigin]) {
        for (stack, origin) in found {
            places[stack] = origin.place
            authors[stack] = origin.author
        }
        for (id, entry) in entries where found[entry.stack] != nil { changed.insert(id) }
    }

    // MARK: - Updates

    /// Takes what became known since the last call.
    ///
    /// - Parameters:
    ///   - isComplete: False when the trace may miss objects. Then stacks cannot prove an owner.
    ///   - isLast: True to look at all again.
    /// - Returns: Nil when it is nothing.
    package mutating func takeUpdate(
        in model: TraceModel, _ metadata: TraceMetadata, isComplete: Bool, isLast: Bool
    ) -> SubscriptionUpdate? {
        let ids = takeDue(all: isLast)
        guard !ids.isEmpty || !gone.isEmpty else { return nil }
        let attribution = isComplete ? attribution(in: model) : nil
        var owners: [ObjectID: ListedSubscription.Owner] = [:]
        let listed = ids.compactMap { id -> ListedSubscription? in
            guard let entry = entries[id] else { return nil }
            self.listed.insert(id)
            return ListedSubscription(
                id, entry, by: attribution, at: places[entry.stack], in: model, metadata,
                knowing: &owners)
        }
        defer { gone = [] }
        return SubscriptionUpdate(listed: listed, gone: gone, omitted: omitted)
    }

    private mutating func takeDue(all: Bool) -> [SubscriptionID] {
        if all || review.isEmpty && hasNews { (review, hasNews) = (Array(entries.keys), false) }
        let again = review.suffix(all ? review.count : Self.mostReviewed)
        review.removeLast(again.count)
        defer { changed = [] }
        return changed.union(again).sorted()
    }

    private mutating func attribution(in model: TraceModel) -> StackAttribution {
        let known = ribs ?? KnownRIBs(types: types.map(model.definitions.text))
        ribs = known
        return StackAttribution(in: model, with: nil, authors: authors, among: known)
    }
}

/// What a stack says about the subscriptions that it made.
package struct SubscriptionOrigin: Sendable {
    /// Nil when no stack shows it.
    fileprivate let place: StackFrame?
    fileprivate let author: SubscriptionAuthor

    package init(of stack: RecordedStack, in symbols: Symbolication) {
        place = symbols.place(of: stack)
        author = SubscriptionAuthor(symbols.projectCode(at: stack.addresses))
    }
}
