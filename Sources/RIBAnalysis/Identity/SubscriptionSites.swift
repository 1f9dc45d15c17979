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

    /// Adds all subscriptions of the wanted types in a process. Those without an owner are added if
    /// their chain is wanted.
    ///
    /// - Returns: The stacks to look up before `place(of:_:with:)` is called.
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

    /// The number of a subscription's place among the places in its function, from 1, and their
    /// count.
    func place(
        of function: OwnFunction, _ group: Group, with symbols: Symbolication
    ) -> (number: Int, count: Int) {
        let others = functions(of: group, with: symbols).filter { $0.name == function.name }
        let places = Set(others.map(\.place)).union([function.place]).sorted()
        return ((places.firstIndex(of: function.place) ?? 0) + 1, places.count)
    }

    /// All subscriptions that the run made, by type, chain and function.
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
