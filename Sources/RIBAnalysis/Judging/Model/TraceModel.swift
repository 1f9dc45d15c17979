// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The state of a recorded process, built event by event, and the judgements made on the way.
///
/// It hands each event to the models that it concerns: before the tree where they ask how it was,
/// such as the children of a router that is freed, and after it where they ask how it is.
package struct TraceModel: EventConsumer {
    package var tree = TreeModel()
    package var subscriptions = SubscriptionModel()
    package var mistakes = MistakeModel()
    package var neverAttached = NeverAttached()
    /// Views that left the screen while their routers stay attached. The detach shows how long.
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
    /// How many events may have changed what a report says. A live watch judges again when it has
    /// changed.
    package private(set) var judgingEvents: UInt64 = 0

    package init() {}

    /// Resolves the numbers in the trace.
    package var definitions: TraceDefinitions { tree.definitions }

    /// Reads the next event. Events come in time order.
    package mutating func apply(_ timed: TimedEvent) {
        let time = timed.timestamp
        if !timed.event.isDefinition { lastEventAt = time }
        switch timed.event {
        case .objectCreated(let object, let kind, let type, _):
            if kind.isTreeNode { neverAttached.noteMade(object) }
            if kind == .view { departures.noteMade(object) }
            subscriptions.noteMade(object, kind, type, in: tree)
            tree.apply(timed)
        case .objectDestroyed(let object): noteFreed(object, timed)
        case .attached(let child, let parent, _): noteAttached(child, to: parent, timed)
        case .detached(let child, _, _): noteDetached(child, timed)
        case .viewAppeared(let view): departures.noteAppeared(view)
        case .viewLeft(let view, let scope, let stack):
            departures.noteLeft(view, in: scope, at: stack)
        case .activated(let owner), .workerStarted(let owner, _):
            countJudging(if: !subscriptions.outlived.isEmpty)
            tree.apply(timed)
            subscriptions.unownedRecords.note(owner, isActive: true, at: time)
        case .deactivated(let owner), .workerStopped(let owner):
            tree.apply(timed)
            subscriptions.noteDeactivated(owner, at: time)
        case .scopeBegan(let scope, _):
            tree.apply(timed)
            subscriptions.scopes.begin(scope, at: time)
        case .subscribed(
            let id, let owner, let ownerIsActive, let chain, let stack, let attribution,
            let confinement):
            let record = SubscriptionRecord(
                owner: owner, chain: chain, stack: stack, madeAt: time, attribution: attribution,
                confinement: confinement, ownerWasActive: ownerIsActive,
                activation: tree.nodes[owner]?.activations ?? 0)
            countJudging(if: !ownerIsActive)
            subscriptions.noteSubscribed(id, record, in: tree)
        case .subscriptionOwned(let id, let owner, let ownerIsActive, let attribution):
            subscriptions.note(attribution, of: id, to: owner, ownerIsActive, at: time, tree)
        case .firedWhileInactive(let id, let scope, let stack, let sinceDeactivation):
            countJudging()
            subscriptions.noteFired(id, at: stack, in: scope, after: sinceDeactivation)
        case .stillSubscribed(let id, let counts): subscriptions.noteLive(id, counts)
        case .subscriptionEnded(let id, _, let counts):
            countJudging(if: subscriptions.isFound(id))
            subscriptions.end(id, counts, at: time)
        case .stillAlive(let object, let overdue): leaks.noteAlive(object, expectedFor: overdue)
        case .lifecycleViolated(let violation, let object, let other, let scope, let stack):
            countJudging()
            mistakes.note(violation, of: object, other, in: scope, at: stack, tree)
        case .retainStep(let object, let step): retentions.note(step, of: object)
        case .retained(let object, let summary):
            countJudging()
            retentions.note(summary, of: object)
        case .grew(let place, let summary): growth.noteGrown(place, summary)
        case .growthMeasured(let outcome, let scope, let turns, let objects):
            countJudging()
            growth.noteMeasured(
                MeasuredScenario(
                    test: definitions.name(of: scope) ?? "", outcome: outcome, turns: Int(turns),
                    objects: Int(clamping: objects)), in: scope)
        case .settled(let reason, let scope, let unjudged):
            countJudging()
            settle(
                Settling(reason: reason, scope: scope, timestamp: time, unjudged: unjudged))
        case .dropped(let eventClass, let count): dropped[eventClass] = count
        case .budgetSpent: budgetSpentAt = budgetSpentAt ?? time
        default: tree.apply(timed)
        }
    }

    /// Counts an event that may change a finding: each condition asks for something found, or not
    /// decided yet, that it is about.
    private mutating func countJudging(if mayChangeFindings: Bool = true) {
        if mayChangeFindings { judgingEvents &+= 1 }
    }

    private mutating func noteFreed(_ object: ObjectID, _ timed: TimedEvent) {
        countJudging(if: leaks.isLeaked(object) || mistakes.hasUndecided)
        mistakes.noteFreed(object, at: timed.timestamp, in: tree)
        mistakes.decide(about: object, in: tree)
        subscriptions.noteFreed(object, at: timed.timestamp, in: tree)
        tree.apply(timed)
        neverAttached.noteFreed(object)
        departures.noteFreed(object, in: tree)
        leaks.noteFreed(object, at: timed.timestamp)
    }

    /// Whether a router that was attached twice is a mistake shows in what happens to it next, so
    /// each attach, detach and `deinit` may decide an earlier one.
    private mutating func noteAttached(
        _ child: ObjectID, to parent: ObjectID, _ timed: TimedEvent
    ) {
        countJudging(if: leaks.isLeaked(child) || mistakes.hasUndecided)
        mistakes.decide(about: child, newParent: parent, in: tree)
        tree.apply(timed)
        leaks.forgetOverdue(child)
        departures.noteAttached(child, below: parent, in: tree)
    }

    private mutating func noteDetached(_ child: ObjectID, _ timed: TimedEvent) {
        countJudging(if: !departures.absent.isEmpty || mistakes.hasUndecided)
        mistakes.decide(about: child, in: tree)
        // How long a router stayed attached after its view had left shows only now.
        leaks.add(departures.noteDetached(child, in: tree, besides: leaks.reported))
        tree.apply(timed)
    }

    /// The recorder has looked at which objects should be gone by now. At the end of a test, on
    /// request and at the exit, that look is final, and all is judged. At a deadline, or where a
    /// tree ends, it may come too early, so only what can be said already is judged.
    private mutating func settle(_ settling: Settling) {
        if settling.reason != .treeEnd { subscriptions.judge(settling, in: tree) }
        if settling.reason != .treeEnd, settling.reason != .deadline {
            mistakes.judgeFreedRIBs(settling, in: tree)
            neverAttached.judge(leaks.survivors, settling, in: tree)
        }
        leaks.settle(settling, in: tree, departures, retentions)
    }

    /// Judges a test before its end. The running test asks, on a copy of this model, what would be
    /// found if these objects were still alive then.
    mutating func judge(_ survivors: [ObjectID], in scope: ScopeID, at timestamp: UInt64) {
        leaks.setSurvivors(survivors)
        settle(Settling(reason: .scopeEnd, scope: scope, timestamp: timestamp))
    }
}

/// Resolves the numbers in a trace: texts, images, stacks, superclasses and tests.
package struct TraceDefinitions {
    var images: [ImageID: ImageDefinition] = [:]
    package internal(set) var stacks: [StackID: StackDefinition] = [:]
    /// A stack may be recorded in parts: by a part, the one with its callers.
    var outer: [StackID: StackID] = [:]
    var strings: [StringID: String] = [:]
    var supertypes: [StringID: StringID] = [:]
    var scopeNames: [ScopeID: StringID] = [:]

    package func text(_ id: StringID) -> String { strings[id] ?? "?" }

    func textIfAny(_ id: StringID) -> String { id.isNone ? "" : text(id) }

    /// The name of a test, or nil for none.
    package func name(of scope: ScopeID) -> String? { scopeNames[scope].map(text) }

    var tests: Set<String> { Set(scopeNames.values.map(text)) }

    /// The names of all types that others inherit from.
    var superclasses: Set<String> { Set(supertypes.values.map(text)) }

    func inheritance(of type: StringID) -> [String] {
        sequence(first: type) { supertypes[$0] }.prefix(Self.longestInheritance).map(text)
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
        // Until the last part is found, callers were lost with a part of the trace.
        var recorded = RecordedStack(isTruncated: true)
        for _ in 0..<Self.mostParts {
            let left = Self.mostFrames - recorded.addresses.count
            guard left > 0, let stack = stacks[part] else { break }
            recorded.addresses += stack.frames.prefix(left).map { ImageAddress($0, in: images) }
            guard stack.frames.count <= left else { break }
            guard let next = outer[part] else {
                recorded.isTruncated = stack.isTruncated
                break
            }
            part = next
        }
        return recorded
    }

    /// More parts of a stack would mean a damaged trace, as where a stack continues itself. So
    /// would more frames, which a recorder does not keep.
    private static let mostParts = 64
    private static let mostFrames = 1_024
}
