// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The places that grew with each turn of a repeated scenario, as the recorder found them.
///
/// A *scenario* is what a test repeats, a *turn* one repetition, and a *place* a path through the
/// heap, such as to the elements of one array. A place has a number of its own among those of
/// objects, so that `RetentionModel` can hold its path.
struct GrowthModel {
    /// A recorder writes fewer for one scenario. More means that the trace is damaged.
    private static let most = 10_000

    /// The places of scenarios that have not ended.
    private var unfinished: [ScopeID: [(number: ObjectID, summary: GrowthSummary)]] = [:]
    private var places: [(number: ObjectID, summary: GrowthSummary)] = []
    /// The scenarios that the run repeated.
    private(set) var scenarios: [MeasuredScenario] = []

    /// Notes one place. All places of a scenario come before its `noteMeasured`.
    mutating func noteGrown(_ place: ObjectID, _ summary: GrowthSummary) {
        guard unfinished[summary.scope, default: []].count < Self.most else { return }
        unfinished[summary.scope, default: []].append((place, summary))
    }

    /// Notes the end of a scenario. Its places count only if all its turns could be measured.
    mutating func noteMeasured(_ scenario: MeasuredScenario, in scope: ScopeID) {
        let found = unfinished.removeValue(forKey: scope) ?? []
        if scenario.outcome == .measured, places.count < Self.most { places += found }
        if scenarios.count < Self.most { scenarios.append(scenario) }
    }

    func drafts(in scope: ScopeID?, _ model: TraceModel) -> [FindingDraft] {
        places.filter { scope == nil || $0.summary.scope == scope }.map {
            let draft = GrowthDraft(at: $0.number, $0.summary, in: model)
            return FindingDraft(draft.subject, addresses: draft.addresses) { symbols, _ in
                draft.finding(with: symbols)
            }
        }
    }
}

/// A place that grows with each turn of a repeated scenario, before symbolization.
struct GrowthDraft {
    private(set) var subject: FindingSubject
    private let summary: GrowthSummary
    private let path: RetainPathDraft?
    /// The code of closures that are added.
    private let code: RecordedStack
    /// Where the newest of the added objects was made.
    private let allocation: RecordedStack
    private let addedPart: ObjectKind?

    init(at place: ObjectID, _ summary: GrowthSummary, in model: TraceModel) {
        self.summary = summary
        path = RetainPathDraft(of: place, in: model)
        let added = model.tree.nodes[summary.added]
        addedPart = added?.kind
        code = model.definitions.recordedStack(summary.code)
        allocation = model.definitions.recordedStack(
            summary.stack.isNone ? added?.allocation : summary.stack)
        let holder = model.retentions[place]?.steps.last { !$0.holderObject.isNone }?.holderObject
        let attached = added?.kind == .router ? summary.added : holder
        subject = FindingSubject(.growingObjects, place, in: model, scope: summary.scope)
        subject.ribPath = holder.map { model.tree.ribPath(of: $0) } ?? ""
        subject.type = model.definitions.textIfAny(summary.type)
        subject.attach = model.definitions.recordedStack(attached.map(model.tree.attachStack))
    }

    var addresses: [ImageAddress] {
        code.addresses + allocation.addresses + (path?.addresses ?? [])
    }

    func finding(with symbols: Symbolication) -> Finding {
        let path = path?.resolved(with: symbols).path(with: symbols)
        let isOfClosures = !summary.code.isNone
        let closure =
            isOfClosures ? ClosureName(at: code.addresses, capturing: [], with: symbols) : nil
        var shown = subject
        shown.type = isOfClosures ? closure?.text ?? "a closure" : shownType
        let edge = path?.suspectStep
        let areChildren = addedPart == .router && edge?.label.hasPrefix("children") == true
        // Where children were attached says more than where they were made.
        let made = areChildren ? RecordedStack() : isOfClosures ? code : allocation
        var identity = shown.identity
        if isOfClosures { identity.type = StableName.holder(closure?.function ?? shown.type) }
        identity.holder = path?.suspectIdentity?.holder
        identity.property = path?.suspectIdentity?.property
        var finding = shown.finding(
            identity, stacks: FindingStacks(allocation: symbols.callStack(made)),
            hint: edge.flatMap {
                hint(for: $0, isInCycle: path?.reason == .cycle, areChildren: areChildren)
            })
        // A place is no object that could be explained.
        (finding.explainedBy, finding.occurrences) = (nil, [])
        finding.retainPath = path
        finding.growth = GrowthFacts(
            place: edge.map(Self.place) ?? "", unit: summary.unit, each: Int(summary.each),
            turns: Int(summary.turns), count: Int(clamping: summary.count),
            isOfClosures: isOfClosures, areChildren: areChildren)
        return finding
    }

    /// The type of what is added. The parts that a publisher keeps of a subscription have no names
    /// in the project's code.
    private var shownType: String {
        if subject.type.isEmpty { return "objects" }
        return CodeOrigin.isStreamType(subject.type) && subject.type != Self.token
            ? "subscription" : subject.type
    }

    private static let token = "AnyCancellable"

    /// What holds more with each turn, as an expression; a label follows a holder that is none as
    /// another word.
    private static func place(_ edge: RetainPathStep) -> String {
        let isExpression = edge.holderKind == .object || edge.holderKind == .global
        let isWord = !isExpression && !edge.label.isEmpty
        return edge.holder + (isWord ? " " + edge.label : edge.joinedLabel)
    }

    /// How to make a scenario leave nothing behind; nil for a place that the project's code cannot
    /// name.
    private func hint(
        for edge: RetainPathStep, isInCycle: Bool, areChildren: Bool
    ) -> String? {
        let place = Self.place(edge)
        guard !edge.isInferred, edge.holderKind != .closure, edge.library == nil, !place.isEmpty
        else { return nil }
        if isInCycle {
            return edge.holderKind == .object && !edge.label.contains("[")
                ? "Each turn leaves objects that hold each other: clear \(place) before the turn "
                    + "ends, or make it weak." : nil
        }
        if areChildren {
            return "Each turn attaches another \(subject.type): call detachChild for it before "
                + "the turn ends."
        }
        if subject.type == Self.token {
            return "Each turn subscribes and keeps the token in \(place): cancel the last "
                + "subscription before you make the next one."
        }
        if shownType == "subscription" {
            return "Each turn subscribes to \(place) and nothing ends it: cancel the subscription "
                + "before the turn ends."
        }
        return "Each turn adds to \(place) and nothing takes it out: remove it before the turn "
            + "ends, or give the collection a limit."
    }
}
