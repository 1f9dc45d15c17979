// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The state of a recorded process, built event by event, and what was judged on the way.
///
/// It hands each event to the models that it concerns. Where an event changes the tree, some of
/// them look at the tree as it was before.
struct TraceModel: EventConsumer {
    var tree: TreeModel
    private(set) var subscriptions: SubscriptionModel
    private(set) var mistakes = MistakeModel()
    private(set) var departures = DepartureModel()
    private(set) var leaks = LeakModel()
    /// Why objects are alive.
    private(set) var retentions = RetentionModel()
    /// The events of each class that the process had to drop, as it last said.
    private(set) var dropped: [EventClass: UInt64] = [:]

    /// The events that judging has no use for: loading is shown by other reports.
    static var ignored: Set<TraceEvent.Record> { [.loaded] }

    /// - Parameters:
    ///   - followsSubscriptions: False to learn only whether that would find anything.
    ///   - asserted: Objects that must be gone, whatever place they have.
    init(followsSubscriptions: Bool = true, asserted: Set<ObjectID> = []) {
        tree = TreeModel(asserted: asserted)
        subscriptions = SubscriptionModel(followsEach: followsSubscriptions)
    }

    /// What the numbers in the trace stand for.
    var definitions: TraceDefinitions { tree.definitions }

    /// Takes one more definition.
    mutating func define(_ event: TraceEvent) { tree.define(event) }

    /// Takes one more event that is no definition, in time order.
    @inline(__always)
    mutating func apply(_ event: PackedEvent) {
        let (object, time) = (ObjectID(event.subject), event.timestamp)
        switch event.record {
        case .objectCreated:
            let kind = ObjectKind(rawValue: event.kind) ?? .object
            if kind.standsInTree { mistakes.noteMade(object) }
            if kind == .view { departures.noteMade(object) }
            subscriptions.noteMade(kind, event, in: tree)
            tree.make(object, kind, event)
        case .objectDestroyed:
            if tree.hasPlainRIBs { mistakes.noteFreed(object, at: time, in: tree) }
            if mistakes.hasUndecided { mistakes.decide(about: object, in: tree) }
            subscriptions.noteFreed(object, at: time, in: tree)
            tree.free(object)
            if !departures.isEmpty { departures.noteFreed(object, in: tree) }
            leaks.noteFreed(object, at: time)
        case .owned:
            tree.addOwner(ObjectID(event.related), of: object)
            subscriptions.noteOwner(ObjectID(event.related), of: object, in: tree)
        case .attached:
            let parent = ObjectID(event.related)
            if mistakes.hasUndecided {
                mistakes.decide(about: object, newParent: parent, in: tree)
            }
            tree.attach(object, to: parent)
            leaks.noteAttached(object)
            if !departures.isEmpty {
                departures.noteAttached(object, below: parent, in: tree)
            }
        case .detached:
            if mistakes.hasUndecided { mistakes.decide(about: object, in: tree) }
            if !departures.isEmpty {
                leaks.add(
                    departures.noteDetached(object, in: tree, besides: leaks.reported))
            }
            tree.detach(object, at: event.moveStack)
        case .activated:
            tree.activate(object)
            subscriptions.noteActivated(object, at: time, in: tree)
        case .workerStarted:
            tree.start(object)
            subscriptions.noteActivated(object, at: time, in: tree)
        case .deactivated:
            tree.deactivate(object)
            subscriptions.noteDeactivated(object, at: time)
        case .workerStopped:
            tree.stop(object)
            subscriptions.noteDeactivated(object, at: time)
        case .subscribed: subscriptions.noteSubscribed(event, in: tree)
        case .subscriptionEnded: subscriptions.noteEnded(event)
        default:
            tree.applyRare(event)
            applyRare(event)
        }
    }

    @inline(never)
    private mutating func applyRare(_ event: PackedEvent) {
        switch event.record {
        case .viewAppeared: departures.noteAppeared(ObjectID(event.subject))
        case .viewLeft: departures.noteLeft(event)
        case .firedWhileInactive: subscriptions.noteFired(event)
        case .stillSubscribed: subscriptions.noteStillSubscribed(event, in: tree)
        case .subscriptionOwned: subscriptions.noteOwned(event, in: tree)
        case .scopeBegan: subscriptions.noteScope(event)
        case .stillAlive: leaks.noteAlive(event)
        case .lifecycleViolated: mistakes.note(event, in: tree)
        case .retainStep, .retained: retentions.apply(event)
        case .settled: settle(Settling(event))
        case .dropped:
            EventClass(rawValue: event.droppedClass).map { dropped[$0] = event.droppedCount }
        default: break  // taken by `apply`, or by the tree alone
        }
    }

    private mutating func settle(_ settling: Settling) {
        if settling.reason != .treeEnd { subscriptions.judge(settling, in: tree) }
        mistakes.judge(settling, among: leaks.survivors, in: tree)
        leaks.settle(settling, in: tree, departures)
    }

    /// Judges a test by given survivors, as if a recorder had written them.
    mutating func judge(_ survivors: [ObjectID], in scope: ScopeID, at timestamp: UInt64) {
        leaks.setSurvivors(survivors)
        settle(Settling(.scopeEnd, in: scope, at: timestamp))
    }

    /// Where an object comes from that RIBs may share; nil for anything else.
    ///
    /// - Parameter outlived: What was known to be alive without its RIBs' components when it was judged; nil
    ///   for all that is known.
    func origin(
        of id: ObjectID, outlivedComponent outlived: Set<ObjectID>? = nil
    ) -> ObjectOrigin? {
        guard let node = tree.nodes[id], node.kind.mayBeShared, !tree.asserted.contains(id) else {
            return nil
        }
        return ObjectOrigin(
            of: node.kind, madeAt: definitions.recordedStack(node.allocation).addresses,
            lineage: tree.lineage(of: id), users: tree.usersOfOrigin(of: id),
            outlivedComponent: (outlived ?? leaks.outlivedComponent).contains(id),
            isHandedOutAgain: tree.isHandedOutAgain(id))
    }
}
