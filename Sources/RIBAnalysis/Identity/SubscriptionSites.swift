// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The places where the run made subscriptions for the types of its findings. Two similar
/// subscriptions in one function are two mistakes: "2 of 3" is part of a finding's identity.
///
/// For one report: `add` for each process, then `place` for each finding once stacks are looked up.
struct SubscriptionSites {
    struct Group: Hashable {
        let chain: String
        /// The owner's type; empty if the subscription had no owner when it was made.
        let type: String
    }

    /// A limit for the stacks kept for a group. One function has fewer.
    private static let mostStacks = 256

    private var stacks: [Group: [(stack: RecordedStack, lineage: [String])]] = [:]
    /// The places in each function that makes subscriptions of a group: lines, or offsets in the
    /// code where no line is known.
    private var places: [Group: [String: Set<UInt64>]] = [:]

    /// Adds the subscriptions of the wanted groups in a process.
    ///
    /// - Parameter ofAllChains: Whether to add all subscriptions of the wanted types, as for a
    ///   whole run, whose findings are compared with those of earlier ones.
    /// - Returns: The stacks to look up before the places are asked for.
    mutating func add(
        _ wanted: Set<Group>, ofAllChains: Bool, of model: TraceModel
    ) -> [RecordedStack] {
        guard !wanted.isEmpty else { return [] }
        let types = ofAllChains ? Set(wanted.map(\.type).filter { !$0.isEmpty }) : []
        var added: [RecordedStack] = []
        // A loop subscribes often on one stack.
        for id in model.subscriptions.firstOfSites(in: model.tree) {
            guard let record = model.subscriptions.records[id] else { continue }
            let isKnown = model.tree.nodes[record.owner] != nil
            let group = Group(
                chain: model.definitions.text(record.chain),
                type: isKnown ? model.tree.typeName(of: record.owner) : "")
            guard types.contains(group.type) || wanted.contains(group),
                stacks[group, default: []].count < Self.mostStacks
            else { continue }
            let stack = model.definitions.recordedStack(record.stack)
            stacks[group, default: []].append((stack, model.tree.lineage(of: record.owner)))
            added.append(stack)
        }
        return added
    }

    /// The number of a subscription's place among the places in its function, from 1, and their
    /// count.
    mutating func place(
        of function: OwnFunction, _ group: Group, with symbols: Symbolication
    ) -> (number: Int, count: Int) {
        let others = functions(of: group, with: symbols)[function.name] ?? []
        let places = others.union([function.place]).sorted()
        return ((places.firstIndex(of: function.place) ?? 0) + 1, places.count)
    }

    /// The functions that made such subscriptions. One of an earlier run that is among them was not
    /// renamed.
    mutating func made(with symbols: Symbolication) -> Set<MadeSubscriptions> {
        Set(
            stacks.keys.flatMap { group in
                functions(of: group, with: symbols).keys.map {
                    MadeSubscriptions(type: group.type, chain: group.chain, function: $0)
                }
            })
    }

    /// The functions on the stacks of a group, found once and only for a finding: most tests have
    /// none, and a run may have hundreds of one group.
    private mutating func functions(
        of group: Group, with symbols: Symbolication
    ) -> [String: Set<UInt64>] {
        if let known = places[group] { return known }
        var found: [String: Set<UInt64>] = [:]
        for (stack, lineage) in stacks[group] ?? [] {
            guard let function = OwnFunction(on: stack, lineage: lineage, with: symbols) else {
                continue
            }
            found[function.name, default: []].insert(function.place)
        }
        places[group] = found
        return found
    }
}
