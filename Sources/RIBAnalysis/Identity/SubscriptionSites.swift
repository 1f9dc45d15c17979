// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The places where the run made subscriptions for the types of its findings. Two similar
/// subscriptions in one function are two mistakes.
struct SubscriptionSites {
    /// What two similar subscriptions have in common.
    struct Group: Hashable {
        let chain: String
        /// The owner's type; empty if the subscription had no owner when it was made.
        let type: String
    }

    /// A limit for the stacks kept for a group. One function has fewer.
    private static let mostStacks = 256

    private var stacks: [Group: [(stack: RecordedStack, lineage: [String])]] = [:]
    /// The places in each function that makes subscriptions of a group.
    private var places: [Group: [String: Set<UInt64>]] = [:]

    /// Adds the subscriptions of the wanted groups in a process.
    ///
    /// - Parameter ofAllChains: Whether to add all subscriptions of the wanted types.
    /// - Returns: The stacks to look up before `lookUp(with:)` is called.
    mutating func add(
        _ wanted: Set<Group>, ofAllChains: Bool, of model: TraceModel
    ) -> [RecordedStack] {
        guard !wanted.isEmpty else { return [] }
        let types = ofAllChains ? Set(wanted.map(\.type).filter { !$0.isEmpty }) : []
        var known: [Pair: Group?] = [:]
        var seen: Set<SubscriptionRecord> = []
        var added: [RecordedStack] = []
        model.subscriptions.records.visitValues { record in
            let pair = Pair(chain: record.chain, type: model.tree.nodes[record.owner]?.type)
            if known[pair] == nil {
                let group = Group(
                    chain: model.definitions.text(record.chain),
                    type: pair.type == nil ? "" : model.tree.typeName(of: record.owner))
                let isWanted = types.contains(group.type) || wanted.contains(group)
                known[pair] = .some(isWanted ? group : nil)
            }
            guard let group = known[pair] ?? nil,
                seen.insert(record.given(to: .none)).inserted,
                stacks[group, default: []].count < Self.mostStacks
            else { return }
            let stack = model.definitions.recordedStack(record.stack)
            stacks[group, default: []].append((stack, model.tree.lineage(of: record.owner)))
            added.append(stack)
        }
        return added
    }

    private struct Pair: Hashable {
        let chain: StringID
        let type: StringID?
    }

    /// Finds the functions on the stacks, each once: a run may have hundreds of findings of one group.
    mutating func lookUp(with symbols: Symbolication) {
        for (group, stacks) in stacks {
            for (stack, lineage) in stacks {
                guard let function = OwnFunction(on: stack, lineage: lineage, with: symbols) else {
                    continue
                }
                places[group, default: [:]][function.name, default: []].insert(function.place)
            }
        }
    }

    /// The number of a subscription's place among the places in its function, from 1, and their
    /// count.
    func place(of function: OwnFunction, _ group: Group) -> (number: Int, count: Int) {
        let others = places[group]?[function.name] ?? []
        let places = others.union([function.place]).sorted()
        return ((places.firstIndex(of: function.place) ?? 0) + 1, places.count)
    }

    /// All subscriptions that the run made, by type, chain and function.
    var made: Set<MadeSubscriptions> {
        Set(
            places.flatMap { group, functions in
                functions.keys.map {
                    MadeSubscriptions(type: group.type, chain: group.chain, function: $0)
                }
            })
    }
}
