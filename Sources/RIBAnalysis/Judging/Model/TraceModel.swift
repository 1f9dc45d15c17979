// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The state of a recorded process, built event by event, and the judgements made on the way.
///
/// It hands each event to the models that it concerns. Where an event changes the tree, some of
/// them look at the tree as it was before.
package struct TraceModel: EventConsumer {
    package var tree = TreeModel()
    package var subscriptions: SubscriptionModel
    package var mistakes = MistakeModel()
    package var departures = DepartureModel()
    package private(set) var leaks = LeakModel()
    /// Why objects are alive.
    package var retentions = RetentionModel()
    /// What grew with each turn of a repeated scenario.
    private(set) var growth = GrowthModel()
    /// How many events of each class the process had to drop, as last recorded.
    package private(set) var dropped: [EventClass: UInt64] = [:]
    /// When the budget for stacks and retain paths was spent, on the trace's clock; nil if it never
    /// was.
    package private(set) var budgetSpentAt: UInt64?
    /// The time of the last event that is not a definition; 0 when there is none.
    package private(set) var lastEventAt: UInt64 = 0

    /// The events that judging does not need. Other reports show loading.
    package static var ignored: Set<TraceEvent.Record> { [.loaded] }

    /// - Parameter followsSubscriptions: False for a cheap first pass that only learns whether
    ///   following them could find anything.
    package init(followsSubscriptions: Bool = true) {
        subscriptions = SubscriptionModel(followsEach: followsSubscriptions)
    }

    /// Resolves the numbers in the trace.
    package var definitions: TraceDefinitions { tree.definitions }

    /// Reads the next definition.
    package mutating func define(_ event: TraceEvent) { tree.define(event) }

    /// Reads the next event that is not a definition. Events come in time order.
    @inline(__always)
    package mutating func apply(_ event: PackedEvent) {
        let (object, time) = (ObjectID(event.subject), event.timestamp)
        lastEventAt = time
        switch event.record {
        case .objectCreated:
            let kind = ObjectKind(rawValue: event.kind) ?? .object
            if kind.isTreeNode { mistakes.noteMade(object) }
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
            tree.attach(object, to: parent, at: event.moveStack)
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
        case .grew: growth.noteGrown(event)
        case .growthMeasured: growth.noteMeasured(event)
        case .settled: settle(Settling(event))
        case .dropped:
            EventClass(rawValue: event.droppedClass).map { dropped[$0] = event.droppedCount }
        case .budgetSpent: budgetSpentAt = budgetSpentAt ?? event.timestamp
        default: break  // handled by `apply`, or by the tree alone
        }
    }

    private mutating func settle(_ settling: Settling) {
        if settling.reason != .treeEnd { subscriptions.judge(settling, in: tree) }
        mistakes.judge(settling, among: leaks.survivors, in: tree)
        leaks.settle(settling, in: tree, departures, retentions)
    }

    /// Judges a test with the given survivors, as if a recorder had written them.
    mutating func judge(_ survivors: [ObjectID], in scope: ScopeID, at timestamp: UInt64) {
        leaks.setSurvivors(survivors)
        settle(Settling(.scopeEnd, in: scope, at: timestamp))
    }

    /// Where a shareable object comes from; nil for any other object.
    ///
    /// - Parameter sharing: What was known when it was judged; nil for all that is known now.
    func origin(of id: ObjectID, sharing: JudgedLeak.Sharing? = nil) -> ObjectOrigin? {
        guard let node = tree.nodes[id], node.kind.mayBeShared, !tree.asserted.contains(id) else {
            return nil
        }
        return ObjectOrigin(
            of: node.kind, madeAt: definitions.recordedStack(node.allocation).addresses,
            lineage: tree.lineage(of: id), users: tree.usersOfOrigin(of: id),
            outlivedComponent: (sharing?.outlivedComponent ?? leaks.outlivedComponent).contains(id),
            isHandedOutAgain: sharing.map { $0.handedOutAgain.contains(id) }
                ?? tree.isHandedOutAgain(id))
    }
}

/// Resolves the numbers in a trace: texts, images, stacks, superclasses and tests.
package struct TraceDefinitions {
    private(set) var images: [ImageID: ImageDefinition] = [:]
    package private(set) var stacks: [StackID: StackDefinition] = [:]
    /// The stacks that hold the callers of others.
    private var outer: [StackID: StackID] = [:]
    private var strings: [StringID: String] = [:]
    private var supertypes: [StringID: StringID] = [:]
    private var scopeNames: [ScopeID: StringID] = [:]

    /// Reads the next definition.
    mutating func define(_ event: TraceEvent) {
        switch event {
        case .stringDefined(let id, let text): strings[id] = text
        case .imageDefined(let image): images[image.id] = image
        case .stackDefined(let id, let stack): stacks[id] = stack
        default: break  // no definition
        }
    }

    /// - Parameter event: A `supertypeDefined`.
    mutating func noteSupertype(_ event: PackedEvent) {
        supertypes[StringID(short: event.subtype)] = StringID(short: event.supertype)
    }

    /// - Parameter event: A `stackContinued`.
    mutating func noteContinuation(_ event: PackedEvent) {
        outer[StackID(short: event.continuedStack)] = StackID(short: event.outerStack)
    }

    /// - Parameter event: A `scopeBegan`.
    mutating func noteScope(_ event: PackedEvent) {
        scopeNames[ScopeID(short: event.scope)] = StringID(short: event.name)
    }

    /// How many texts there are.
    var textCount: Int { strings.count }

    package func text(_ id: StringID) -> String { strings[id] ?? "?" }

    /// The text of an id; empty for none.
    func textIfAny(_ id: StringID) -> String { id.isNone ? "" : text(id) }

    /// The name of a test, or nil for none.
    package func name(of scope: ScopeID) -> String? { scopeNames[scope].map(text) }

    /// The names of all tests that began.
    var tests: Set<String> { Set(scopeNames.values.map(text)) }

    /// The names of all types that others inherit from.
    var superclasses: Set<String> { Set(supertypes.values.map(text)) }

    /// A class and its superclasses.
    func inheritance(of type: StringID) -> [String] {
        var names: [String] = []
        var next: StringID? = type
        while let type = next, names.count < Self.longestInheritance {
            names.append(text(type))
            next = supertypes[type]
        }
        return names
    }

    /// A longer chain would mean a damaged trace.
    private static let longestInheritance = 32

    /// The files that may have code of the project, with offset 0.
    var binaries: Set<ImageAddress> {
        Set(
            images.values.filter { $0.path.hasPrefix("/") && !CodeOrigin.isOfSystem($0.path) }
                .map { ImageAddress(path: $0.path, buildID: $0.buildID, offset: 0) })
    }

    /// A stack with addresses relative to their images; empty when there is none.
    package func recordedStack(_ id: StackID?) -> RecordedStack {
        guard var part = id, stacks[part] != nil else { return RecordedStack() }
        var recorded = RecordedStack()
        for _ in 0..<Self.mostParts {
            let left = Self.mostFrames - recorded.addresses.count
            guard left > 0, let stack = stacks[part] else { break }
            recorded.addresses += stack.frames.prefix(left).map { ImageAddress($0, in: images) }
            guard stack.frames.count <= left else { break }
            guard let next = outer[part] else {
                recorded.isTruncated = stack.isTruncated
                return recorded
            }
            part = next
        }
        // The callers were lost with a part of the trace.
        recorded.isTruncated = true
        return recorded
    }

    /// More parts of a stack would mean a damaged trace, as where a stack continues itself. So would more
    /// frames, which a recorder does not keep.
    private static let mostParts = 64
    private static let mostFrames = 1_024
}
