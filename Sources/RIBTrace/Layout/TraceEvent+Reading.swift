// SPDX-License-Identifier: Apache-2.0

/// Gives the fields of an event one after the other: read from a trace, or only described.
protocol FieldSource {
    /// The next field. Of one that cannot be read, a value that stands for any.
    ///
    /// - Parameter name: As in the trace's metadata.
    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value

    /// The next field, a text.
    mutating func takeText(_ name: StaticString) -> String

    /// The frames of a stack.
    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame]
}

extension TraceEvent {
    /// Takes the fields of a record, in the order in which they stand in a trace: the only place that says
    /// its layout, from which the reader, the metadata and the sizes follow. A test compares what is written.
    init(_ record: Record, from fields: inout some FieldSource) {
        switch record {
        case .stringDefined:
            self = .stringDefined(fields.take("id"), text: fields.takeText("text"))
        case .imageDefined:
            self = .imageDefined(
                ImageDefinition(
                    id: fields.take("id"), loadBias: fields.take("load_bias"),
                    path: fields.takeText("path"), buildID: fields.takeText("build_id")))
        case .stackDefined:
            let (id, isTruncated): (StackID, Bool) = (fields.take("id"), fields.take("truncated"))
            let frames = fields.takeFrames("frames", depth: fields.take("depth"))
            self = .stackDefined(id, StackDefinition(frames: frames, isTruncated: isTruncated))
        case .stackContinued:
            self = .stackContinued(fields.take("stack"), by: fields.take("outer"))
        case .supertypeDefined:
            let type: StringID = fields.take("type")
            self = .supertypeDefined(fields.take("supertype"), of: type)
        case .objectCreated:
            self = .objectCreated(
                fields.take("object"), fields.take("kind"), type: fields.take("type"),
                stack: fields.take("stack"))
        case .objectDestroyed: self = .objectDestroyed(fields.take("object"))
        case .owned: self = .owned(fields.take("object"), by: fields.take("owner"))
        case .launched:
            self = .launched(router: fields.take("router"), stack: fields.take("stack"))
        case .attached:
            self = .attached(
                child: fields.take("child"), parent: fields.take("parent"),
                stack: fields.take("stack"))
        case .detached:
            self = .detached(
                child: fields.take("child"), parent: fields.take("parent"),
                stack: fields.take("stack"))
        case .loaded: self = .loaded(router: fields.take("router"))
        case .activated: self = .activated(interactor: fields.take("interactor"))
        case .deactivated: self = .deactivated(interactor: fields.take("interactor"))
        case .viewAppeared: self = .viewAppeared(fields.take("view"))
        case .viewLeft:
            let (view, stack): (ObjectID, StackID) = (fields.take("view"), fields.take("stack"))
            self = .viewLeft(view, scope: fields.take("scope"), stack: stack)
        case .subscribed:
            self = .subscribed(
                fields.take("subscription"), owner: fields.take("owner"),
                ownerIsActive: fields.take("owner_is_active"), chain: fields.take("chain"),
                stack: fields.take("stack"), attribution: fields.take("attribution"),
                // A number that is not known means as much as none, and is no damage.
                confinement: SubscriptionConfinement(number: fields.take("confinement")) ?? .none)
        case .firedWhileInactive:
            let (id, stack): (SubscriptionID, StackID) = (
                fields.take("subscription"), fields.take("stack")
            )
            let since: UInt64 = fields.take("ns_since_deactivation")
            self = .firedWhileInactive(
                id, scope: fields.take("scope"), stack: stack, sinceDeactivation: since)
        case .subscriptionEnded:
            self = .subscriptionEnded(
                fields.take("subscription"), fields.take("end"), counts: fields.takeCounts())
        case .subscriptionOwned:
            self = .subscriptionOwned(
                fields.take("subscription"), by: fields.take("owner"),
                ownerIsActive: fields.take("owner_is_active"),
                attribution: fields.take("attribution"))
        case .scopeBegan: self = .scopeBegan(fields.take("scope"), name: fields.take("name"))
        case .stillAlive:
            self = .stillAlive(fields.take("object"), expectedFor: fields.take("ns_expected"))
        case .stillSubscribed:
            self = .stillSubscribed(fields.take("subscription"), counts: fields.takeCounts())
        case .settled:
            self = .settled(
                fields.take("reason"), scope: fields.take("scope"),
                unjudged: fields.take("unjudged"))
        case .dropped:
            self = .dropped(fields.take("event_class"), count: fields.take("count"))
        case .lifecycleViolated:
            let (object, violation): (ObjectID, LifecycleViolation) = (
                fields.take("object"), fields.take("violation")
            )
            let (other, stack): (ObjectID, StackID) = (fields.take("other"), fields.take("stack"))
            self = .lifecycleViolated(
                violation, object, other: other, scope: fields.take("scope"), stack: stack)
        case .workerStarted:
            self = .workerStarted(fields.take("worker"), by: fields.take("interactor"))
        case .workerStopped: self = .workerStopped(fields.take("worker"))
        case .placed: self = .placed(fields.take("object"), ribPath: fields.take("rib_path"))
        case .asserted: self = .asserted(fields.take("object"))
        case .retainStep: self = .retainStep(of: fields.take("object"), fields.takeStep())
        case .retained: self = .retained(fields.take("object"), fields.takeSummary())
        case .grew: self = .grew(fields.take("place"), fields.takeGrowth())
        case .growthMeasured:
            self = .growthMeasured(
                fields.take("outcome"), scope: fields.take("scope"), turns: fields.take("turns"),
                objects: fields.take("objects"))
        case .budgetSpent:
            self = .budgetSpent(
                fields.take("limit"), uses: fields.take("uses"),
                processorTime: fields.take("ns_processor"), bytes: fields.take("bytes"))
        }
    }
}

extension FieldSource {
    fileprivate mutating func takeCounts() -> DeliveryCounts {
        DeliveryCounts(
            whileActive: take("active_values"), whileInactive: take("inactive_values"),
            firstAt: take("first_value"), lastAt: take("last_value"))
    }

    fileprivate mutating func takeStep() -> RetentionStep {
        let (holderObject, holderText): (ObjectID, StringID) = (
            take("holder_object"), take("holder")
        )
        let (code, label): (StackID, StringID) = (take("code"), take("label"))
        let target: StringID = take("target")
        return RetentionStep(
            holder: take("holder_kind"), holderText: holderText, holderObject: holderObject,
            code: code, label: label, target: target, isInferred: take("inferred"))
    }

    fileprivate mutating func takeSummary() -> RetentionSummary {
        RetentionSummary(
            reason: take("reason"), isPartial: take("partial"), steps: take("steps"),
            retainCount: take("retain_count"), seenReferences: take("seen_references"),
            dominatedCount: take("dominated_count"), dominatedBytes: take("dominated_bytes"))
    }

    fileprivate mutating func takeGrowth() -> GrowthSummary {
        let (added, scope): (ObjectID, ScopeID) = (take("added"), take("scope"))
        let (type, code): (StringID, StackID) = (take("type"), take("code"))
        let (stack, each): (StackID, UInt32) = (take("stack"), take("each"))
        let (turns, count): (UInt32, UInt64) = (take("turns"), take("count"))
        return GrowthSummary(
            scope: scope, type: type, unit: take("unit"), each: each, turns: turns, count: count,
            code: code, added: added, stack: stack)
    }
}

/// The fields of a record, in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every record when it
/// starts.
struct RecordLayout: FieldSource {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""
    /// Bytes of the fields, without what differs in length.
    private(set) var size = 0
    /// Whether something differs in length.
    private(set) var hasTail = false

    init(_ record: TraceEvent.Record) { _ = TraceEvent(record, from: &self) }

    mutating func take<Value: FieldValue>(_ name: StaticString) -> Value {
        add("uint\(Value.Number.bitWidth)_t \(name);")
        size += Value.Number.bitWidth / 8
        return .blank
    }

    mutating func takeText(_ name: StaticString) -> String {
        add("string \(name);")
        hasTail = true
        return ""
    }

    mutating func takeFrames(_ name: StaticString, depth: UInt16) -> [StackDefinition.Frame] {
        add("struct { uint32_t image; uint64_hex_t offset; } \(name)[depth];")
        hasTail = true
        return []
    }

    private mutating func add(_ declaration: String) {
        tsdl += tsdl.isEmpty ? declaration : " " + declaration
    }
}
