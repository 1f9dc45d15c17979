// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Plays an app at random, with mistakes.
package struct RandomApp {
    package let trace: TraceBuilder
    private var random: SeededGenerator
    private let root: SyntheticRIB
    private var attached: [(rib: SyntheticRIB, parent: SyntheticRIB)] = []
    private var leaked: [ObjectID] = []
    private var sinks: [(SubscriptionID, SyntheticRIB)] = []
    /// The RIBs that a parent keeps after their detach, by mistake.
    private var kept: [(rib: SyntheticRIB, parent: SyntheticRIB)] = []

    private static let names = ["Home", "List", "Detail", "Login", "Player"]

    /// - Parameter seed: Equal seeds play equal apps.
    /// - Throws: When the trace cannot be written.
    package init(seed: UInt64) throws {
        trace = try TraceBuilder()
        random = SeededGenerator(seed: seed)
        root = trace.rib("Root")
        trace.launch(root)
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    /// Attaches a RIB, detaches one, or judges what is there.
    package mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: attach()
        case 5..<9: detach()
        default: judge()
        }
    }

    private mutating func attach() {
        guard attached.count < 12 else { return detach() }
        let name = Self.names.randomElement(using: &random) ?? "Home"
        let parent = attached.randomElement(using: &random)?.rib ?? root
        let component = trace.object(.component, "\(name)Component")
        let rib = trace.rib(name)
        trace.append(.owned(component, by: rib.router))
        if chance(20) {
            let worker = trace.object(.worker, "\(name)Worker")
            trace.append(.owned(worker, by: rib.interactor))
            trace.append(.workerStarted(worker, by: rib.interactor))
            if chance(80) {
                trace.append(.workerStopped(worker))
                trace.destroy(worker)
            }
        }
        trace.attach(rib, to: parent)
        if chance(90) { trace.destroy(component) }
        for _ in 0..<Int.random(in: 0..<3, using: &random) {
            let attribution: SubscriptionAttribution = chance(10) ? .unowned : .kept
            let sink = trace.subscription(
                owner: attribution == .unowned ? .none : rib.interactor,
                chain: "\(name) → sink",
                ownerIsActive: !chance(3), attribution: attribution)
            sinks.append((sink, rib))
        }
        attached.append((rib, parent))
    }

    private mutating func detach() {
        guard let index = attached.indices.randomElement(using: &random) else { return }
        let (rib, parent) = attached[index]
        // Children go first.
        guard !attached.contains(where: { $0.parent.router == rib.router }) else { return }
        attached.remove(at: index)
        trace.detach(rib, from: parent)
        letGo(by: rib)
        let ended = sinks.filter { $0.1.router == rib.router }
        sinks.removeAll { $0.1.router == rib.router }
        for (sink, _) in ended {
            if chance(2) {
                trace.append(
                    .firedWhileInactive(
                        sink, scope: .none, stack: .none, sinceDeactivation: 1_000))
            }
            trace.append(
                .subscriptionEnded(sink, .cancelled, counts: DeliveryCounts(whileActive: 1)))
        }
        if parent.router != root.router, chance(10) {
            kept.append((rib, parent))
        } else if chance(3) {
            leaked += rib.parts
        } else if chance(4) {
            trace.passDeadline(of: rib.parts)
            trace.wait(1_000_000)
            trace.destroy(rib.view, rib.interactor, rib.router)
        } else {
            trace.destroy(rib.view, rib.interactor, rib.router)
        }
        if chance(2) {
            trace.append(
                .lifecycleViolated(
                    .detachedNonChild, rib.router, other: parent.router, scope: .none,
                    stack: .none))
        }
    }

    /// Judges and frees what a RIB kept that is detached now. Half of it was past its deadline.
    private mutating func letGo(by keeper: SyntheticRIB) {
        let going = kept.filter { $0.parent.router == keeper.router }
        kept.removeAll { $0.parent.router == keeper.router }
        for (rib, _) in going {
            let step = SyntheticStep.object("Router", "previous[0]", "Router", id: keeper.router)
            for wait in [1_000_000_000, 4_200_000_000] as [UInt64] {
                let isDeadline = wait < 2_000_000_000
                if isDeadline, chance(50) { continue }
                for part in rib.parts { trace.append(.stillAlive(part, expectedFor: wait)) }
                for part in rib.parts { trace.retain(part, .attachedRouter, [step]) }
                trace.append(
                    .settled(isDeadline ? .deadline : .treeEnd, scope: .none, unjudged: 0))
            }
            trace.destroy(rib.view, rib.interactor, rib.router)
        }
    }

    private mutating func judge() {
        guard chance(10) else { return }
        for object in leaked where chance(80) { trace.retain(object, .unseen) }
        trace.settle(alive: leaked, reason: .request)
    }

    /// Judges what is left.
    package mutating func finish() {
        trace.settle(alive: leaked + kept.flatMap(\.rib.parts))
    }
}
