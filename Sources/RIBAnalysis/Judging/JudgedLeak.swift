// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// A leaked object, the culprit, and the objects that it keeps alive, as one settling found them.
struct JudgedLeak {
    let culprit: ObjectID
    var victims: [ObjectID]
    var kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
    /// How late the culprit was freed, if it was.
    var late: Lateness?
    /// The shareable objects of this leak that were alive after the components of their RIBs were
    /// freed. Fixed at a test's end, so that later events do not contradict its assertion.
    var outlivedComponent: Set<ObjectID>?
    /// Whether a tree kept the object until that tree ended.
    var endedWithTree = false
    /// A worker, workflow or component that holds the culprit, and is the cause if no RIB shares
    /// it.
    var heldBy: ObjectID?

    /// The leak without objects that a test ignores; nil if no object is left.
    ///
    /// - Parameter kind: Returns the kind of a leak of the given object, for when another object
    ///   becomes the culprit.
    func ignoring(
        _ ignored: Set<ObjectID>, kind: (ObjectID) -> FindingKind
    ) -> JudgedLeak? {
        let rest = ([culprit] + victims).filter { !ignored.contains($0) }
        guard let first = rest.first else { return nil }
        if first == culprit {
            var leak = self
            leak.victims = Array(rest.dropFirst())
            return leak
        }
        return JudgedLeak(
            culprit: first, victims: Array(rest.dropFirst()), kind: kind(first), scope: scope,
            detach: detach, late: late, outlivedComponent: outlivedComponent,
            endedWithTree: endedWithTree)
    }
}

/// A subscription that should have ended, or should not have been made, as one judgement found it.
struct JudgedSubscription {
    let kind: FindingKind
    let subscription: SubscriptionID
    let creation: LiveSubscriptions.Creation
    var scope: ScopeID
    /// How often its owner had been activated when this was found.
    var ownerActivations: UInt16 = 0
    /// Nanoseconds from its owner's deactivation to the judgement.
    var sinceDeactivation: UInt64?
    var ownerIsFreed = false
    /// The live subscriptions of its owner through the same publishers.
    var accumulated: AccumulatedSubscriptions?
    /// Whether it counts as live only because the trace contains no end of it.
    var isInferred = false
}

/// The types of the RIBs in one trace.
struct KnownRIBs: Equatable {
    /// The types of all recorded parts, without generic arguments.
    private let types: Set<String>
    private let names: Set<String>

    /// Suffixes of parts that are not always recorded, but belong to the RIB whose name they carry.
    private static let otherParts = ["Builder", "Component", "Worker", "Workflow"]

    init(types: some Sequence<String>) {
        self.types = Set(types.map { String($0.withoutGenericArguments) })
        names = Set(self.types.map { RIBName(type: $0).description })
    }

    init(in tree: TreeModel) {
        var types: Set<StringID> = []
        tree.nodes.visitValues { types.insert($0.type) }
        self.init(types: types.map(tree.definitions.text))
    }

    /// Whether code of a type belongs to a RIB, rather than to something that RIBs use.
    func isCode(of type: String) -> Bool {
        types.contains(type) || names.contains(Self.name(of: type))
    }

    /// The name of the RIB that a type would belong to.
    static func name(of type: String) -> String {
        let part = otherParts.first { type.hasSuffix($0) && type.count > $0.count }
        return part.map { String(type.dropLast($0.count)) } ?? RIBName(type: type).description
    }
}
