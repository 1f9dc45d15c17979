// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// A culprit and what it drags along, as one settling found them.
struct JudgedLeak {
    let culprit: ObjectID
    var victims: [ObjectID]
    var kind: FindingKind
    let scope: ScopeID
    /// Where its RIB was detached, or its view dismissed.
    let detach: StackID
    /// How late the culprit was freed, if it was.
    var late: Lateness?
    /// Of its objects that RIBs may share, those that were found alive when their RIBs' components were
    /// gone: at a test's end, so that later news do not change what its assertion said.
    var outlivedComponent: Set<ObjectID>?
    /// True for what its tree kept until that was gone itself.
    var endedWithTree = false
    /// What RIBs may share and holds the culprit: the cause, if it was not shared.
    var heldBy: ObjectID?

    /// The same without objects that a test ignores; nil if none is left.
    ///
    /// - Parameter kind: That of a leak of an object, if another one is to be the culprit.
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
    /// True when it is known to be alive only because the trace does not say that it ended.
    var isInferred = false
}

/// The types that RIBs of one trace are made of.
struct KnownRIBs: Equatable {
    /// Of all parts that were recorded, without generic arguments.
    private let types: Set<String>
    private let names: Set<String>

    /// What is not recorded, or not always, but belongs to the RIB whose name it has.
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

    /// Whether code of a type is a RIB's own, rather than that of something which RIBs use.
    func isCode(of type: String) -> Bool {
        types.contains(type) || names.contains(Self.name(of: type))
    }

    /// The name of the RIB that a type would belong to.
    static func name(of type: String) -> String {
        let part = otherParts.first { type.hasSuffix($0) && type.count > $0.count }
        return part.map { String(type.dropLast($0.count)) } ?? RIBName(type: type).description
    }
}
