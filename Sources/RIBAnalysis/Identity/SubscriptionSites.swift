// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Where the run made subscriptions for the types of its findings: two that are alike in one function are two
/// mistakes.
struct SubscriptionSites {
    /// What makes subscriptions alike.
    struct Group: Hashable {
        let chain: String
        /// The owner's; empty for what nobody owned when it was made.
        let type: String
    }

    /// How many stacks are kept apart: one function has fewer.
    private static let mostStacks = 256

    private var stacks: [Group: [(stack: RecordedStack, lineage: [String])]] = [:]

    /// Looks at all subscriptions of a process: of the types that are wanted, and what nobody owned if it has a
    /// chain that is wanted.
    ///
    /// - Returns: The stacks that `place(of:_:with:)` needs to be named.
    mutating func add(_ wanted: Set<Group>, of model: TraceModel) -> [RecordedStack] {
        guard !wanted.isEmpty else { return [] }
        let types = Set(wanted.map(\.type).filter { !$0.isEmpty })
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

    /// Which of the places in its function a subscription was made at, from 1, and how many there are.
    func place(
        of function: OwnFunction, _ group: Group, with symbols: Symbolication
    ) -> (number: Int, count: Int) {
        let others = functions(of: group, with: symbols).filter { $0.name == function.name }
        let places = Set(others.map(\.place)).union([function.place]).sorted()
        return ((places.firstIndex(of: function.place) ?? 0) + 1, places.count)
    }

    /// What made subscriptions of what.
    func made(with symbols: Symbolication) -> Set<MadeSubscriptions> {
        var made: Set<MadeSubscriptions> = []
        for group in stacks.keys {
            for function in functions(of: group, with: symbols) {
                made.insert(
                    MadeSubscriptions(
                        type: group.type, chain: group.chain, function: function.name))
            }
        }
        return made
    }

    private func functions(
        of group: Group, with symbols: Symbolication
    ) -> [OwnFunction] {
        (stacks[group] ?? []).compactMap {
            OwnFunction(on: $0.stack, lineage: $0.lineage, with: symbols)
        }
    }
}
