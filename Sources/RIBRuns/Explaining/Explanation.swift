// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// What one trace says about an object or a subscription, before its stacks are symbolized.
package struct Explanation {
    /// The object or subscription that was found.
    package enum Story: Equatable, Sendable {
        case object(ObjectStory)
        case subscription(SubscriptionStory)
    }

    /// The trace's folder.
    package let trace: String
    /// The process that was recorded.
    package let processID: Int
    /// Whether the trace has an object or subscription of that number.
    package let isFound: Bool
    /// The existing numbers nearest to the requested one, which is included if it exists.
    package let nearest: [UInt64]
    /// One line about what the trace may miss; nil when it is complete.
    package let gaps: String?
    private let addresses: Set<ImageAddress>
    private let finish: (Symbolication) -> Story?

    /// Reads a trace to its end and collects what it says about one id.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all.
    package init(ofObject id: UInt64, in trace: String) throws(TraceError) {
        let replay = try TraceReplay(reading: trace, listsSubscriptions: true, movesOf: id)
        let model = replay.model
        let stacks = [
            model.tree.nodes[ObjectID(id)]?.allocation,
            replay.lastStack { $0.spanStep == .begins(.rib) },
            replay.lastStack { $0.kind.isDeparture },
        ].map(model.definitions.recordedStack)
        let story = Self.story(of: ObjectID(id), in: replay)
        self.init(
            replay,
            nearest: ExplainedID.numbers(nearest: id, among: model.tree.nodes.keys.map(\.rawValue)),
            isFound: story != nil, stacks: stacks
        ) { symbols in
            guard var story else { return nil }
            story.made = symbols.callStack(stacks[0])
            story.attached = symbols.callStack(stacks[1])
            story.detached = symbols.callStack(stacks[2])
            return .object(story)
        }
    }

    /// Reads a trace to its end and collects what it says about one id.
    ///
    /// - Throws: `TraceError` when the trace cannot be read at all.
    package init(ofSubscription id: UInt64, in trace: String) throws(TraceError) {
        let replay = try TraceReplay(reading: trace, listsSubscriptions: true)
        let (model, entries) = (replay.model, replay.subscriptions ?? [:])
        let key = SubscriptionID(id)
        let (entry, firing) = (entries[key], model.subscriptions.firings[key])
        let made = model.definitions.recordedStack(entry?.stack)
        let sender = model.definitions.recordedStack(firing?.sender)
        self.init(
            replay,
            nearest: ExplainedID.numbers(nearest: id, among: entries.keys.map(\.rawValue)),
            isFound: entry != nil, stacks: [made, sender]
        ) { symbols in
            guard let entry else { return nil }
            let attribution = replay.isComplete ? StackAttribution(in: model, with: symbols) : nil
            var owners: [ObjectID: ListedSubscription.Owner] = [:]
            let subscription = ListedSubscription(
                key, entry, by: attribution, at: symbols.place(of: made), in: model,
                replay.metadata, knowing: &owners)
            return .subscription(
                SubscriptionStory(
                    process: replay.process,
                    subscription: subscription,
                    made: symbols.callStack(made),
                    firing: firing.map {
                        SubscriptionStory.Firing(
                            sinceDeactivation: $0.sinceDeactivation ?? 0,
                            test: model.definitions.name(of: $0.scope),
                            stack: symbols.callStack(sender))
                    }))
        }
    }

    /// Symbolizes the stacks and completes the story.
    ///
    /// - Returns: Nil when the trace has nothing of that number.
    package func story(
        _ symbolizer: some Symbolizing
    ) -> (story: Story, caveats: [Caveat])? {
        let symbols = symbolizer.symbolicate([SymbolRequest(trace: trace, addresses: addresses)])
        return finish(symbols).map { ($0, symbols.caveats) }
    }

    private init(
        _ replay: TraceReplay, nearest: [UInt64], isFound: Bool, stacks: [RecordedStack],
        finish: @escaping (Symbolication) -> Story?
    ) {
        trace = replay.process.trace
        processID = replay.process.processID
        gaps = replay.gaps
        self.isFound = isFound
        self.nearest = nearest
        self.finish = finish
        addresses = Set(stacks.flatMap(\.addresses))
    }

    /// The story without its stacks; nil for an object that was never made.
    private static func story(of id: ObjectID, in replay: TraceReplay) -> ObjectStory? {
        let (model, entries) = (replay.model, replay.subscriptions ?? [:])
        guard let node = model.tree.nodes[id] else { return nil }
        return ObjectStory(
            process: replay.process, id: id.rawValue,
            type: model.tree.typeName(of: id), kind: node.kind, ribPath: model.tree.ribPath(of: id),
            owners: model.tree.owners(of: id).map(model.owner),
            subscriptions: entries.filter { $1.ownerID == id }.keys.map(\.rawValue).sorted(),
            moves: replay.moves.map { event, timestamp in
                let other = event.other.map { ObjectID($0) } ?? .none
                return ObjectMove(
                    kind: event.kind, time: replay.metadata.sinceStart(timestamp),
                    late: event.after ?? 0, other: other.isNone ? nil : model.owner(other))
            },
            isDestroyed: node.isDestroyed)
    }
}

extension TraceReplay {
    /// What did the last of the wanted object's moves of a sort; nil when there was none.
    fileprivate func lastStack(_ isWanted: (RunEvent) -> Bool) -> StackID? {
        moves.last { isWanted($0.event) }?.event.stack
    }
}

/// All that a trace says about one subscription.
package struct SubscriptionStory: Equatable, Sendable {
    /// The first value that it delivered while its owner was inactive.
    package struct Firing: Equatable, Sendable {
        /// Nanoseconds.
        package let sinceDeactivation: UInt64
        /// The test or scope in which it was delivered.
        package var test: String?
        /// What sent the value.
        package var stack: CallStack?
    }

    package var process: RecordedProcess
    package var subscription: ListedSubscription
    /// Where it was made.
    package var made: CallStack?
    /// Nil when it delivered no value while its owner was inactive.
    package var firing: Firing?
}

/// All that a trace says about one object.
package struct ObjectStory: Equatable, Sendable {
    package var process: RecordedProcess
    package let id: UInt64
    package let type: String
    package let kind: ObjectKind
    /// Its place in the tree, when the trace ends.
    package let ribPath: String
    /// Its owners in the architecture, in the order in which they were recorded.
    package var owners: [ListedSubscription.Owner] = []
    /// The numbers of the subscriptions it owns, smallest first.
    package var subscriptions: [UInt64] = []
    /// Its life, in order.
    package var moves: [ObjectMove] = []
    package var isDestroyed = false
    /// Where it was made, where it was last attached or launched, and where it was last detached or
    /// left the screen.
    package var made: CallStack?
    package var attached: CallStack?
    package var detached: CallStack?
}

/// Something that happened to an object.
package struct ObjectMove: Equatable, Sendable {
    package let kind: RunEvent.Kind
    /// Nanoseconds since recording began.
    package let time: UInt64
    /// For how many nanoseconds one that was found alive should have been freed; 0 when not
    /// recorded.
    package var late: UInt64 = 0
    /// The parent that it was attached to or detached from, or the interactor that started it.
    package var other: ListedSubscription.Owner?
}
