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
    private var scenarios:
        [(scope: ScopeID, outcome: GrowthOutcome, turns: UInt32, objects: UInt64)] = []

    /// Notes one place. All places of a scenario come before its `noteMeasured`.
    mutating func noteGrown(_ place: ObjectID, _ summary: GrowthSummary) {
        guard unfinished[summary.scope, default: []].count < Self.most else { return }
        unfinished[summary.scope, default: []].append((place, summary))
    }

    /// Notes the end of a scenario. Its places count only if all its turns could be measured.
    mutating func noteMeasured(
        _ outcome: GrowthOutcome, in scope: ScopeID, turns: UInt32, objects: UInt64
    ) {
        let found = unfinished.removeValue(forKey: scope) ?? []
        if outcome == .measured, places.count < Self.most { places += found }
        guard scenarios.count < Self.most else { return }
        scenarios.append((scope, outcome, turns, objects))
    }

    /// The scenarios that the run repeated.
    func measuredScenarios(_ definitions: TraceDefinitions) -> [MeasuredScenario] {
        scenarios.map {
            MeasuredScenario(
                test: definitions.name(of: $0.scope) ?? "", outcome: $0.outcome,
                turns: Int($0.turns), objects: Int(clamping: $0.objects))
        }
    }

    /// The places of a scenario's scope, or all places for nil.
    func drafts(in scope: ScopeID?, _ model: TraceModel) -> [FindingDraft] {
        let parts = places.isEmpty ? [:] : model.tree.partsOfTypes
        return places.filter { scope == nil || $0.summary.scope == scope }.map {
            let draft = GrowthDraft(at: $0.number, $0.summary, in: model, parts)
            return FindingDraft(draft.subject, addresses: draft.addresses) { symbols, _ in
                draft.finding(with: symbols)
            }
        }
    }
}
