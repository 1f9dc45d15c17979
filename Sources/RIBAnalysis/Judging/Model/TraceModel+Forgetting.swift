// SPDX-License-Identifier: Apache-2.0

import RIBTrace

extension TraceModel {
    /// Forgets what is over and cannot change any finding: freed objects and ended subscriptions that
    /// nothing refers to. All findings stay the same.
    ///
    /// - Parameter objects: Objects that others refer to.
    /// - Complexity: O(what is not forgotten yet).
    package mutating func forgetWhatIsOver(besides objects: Set<ObjectID> = []) {
        subscriptions.forgetWhatIsOver(in: tree)
        var references = objects
        subscriptions.addReferences(to: &references)
        leaks.addReferences(to: &references)
        mistakes.addReferences(to: &references)
        departures.addReferences(to: &references)
        let known = references
        retentions.keep { id in
            // Places that grow have numbers that no object has.
            tree.nodes[id].map { !$0.isDestroyed || !$0.isOld || known.contains(id) } ?? true
        }
        retentions.addReferences(to: &references)
        tree.forget(besides: references)
        mistakes.forgetFreed(in: tree)
        departures.forgetFreed(in: tree)
        subscriptions.unownedRecords.forgetInteractors(in: tree)
    }

    /// How many objects and subscriptions are in memory.
    package var size: Int { tree.nodes.count + subscriptions.records.count }
}

extension SubscriptionModel {
    /// Forgets ended subscriptions without suspicion. Of each place in code, the first one stays: it tells
    /// which places there are.
    fileprivate mutating func forgetWhatIsOver(in tree: TreeModel) {
        unownedRecords.forgetPositions()
        var kept = judgement.referenced
        kept.formUnion(firings.keys)
        kept.formUnion(unowned)
        kept.formUnion(unownedRecords.records.keys)
        let (known, newest, live) = (kept, newestOld, judgement.live)
        var seen: Set<Site> = []
        var last = newest
        records.keep { id, record in
            last = max(last, id)
            let site = Site(
                place: record.given(to: .none), type: tree.nodes[record.owner]?.type ?? .none)
            return seen.insert(site).inserted || id > newest || live[id] != nil
                || known.contains(id)
        }
        newestOld = last
    }

    private struct Site: Hashable {
        let place: SubscriptionRecord
        let type: StringID
    }

    /// Adds the objects that the subscriptions in memory refer to.
    fileprivate func addReferences(to objects: inout Set<ObjectID>) {
        records.visit { objects.insert($1.owner) }
        unownedRecords.addReferences(to: &objects)
    }
}
