// SPDX-License-Identifier: Apache-2.0

/// Operations on a few RIBs, and what the RIBs do in callbacks: the same for every runtime.
struct LifecycleScript {
    enum Action {
        case attach(Int, below: Int)
        case detach(Int)
        case activate(Int)
        case deactivate(Int)
        case load(Int)
        case start(worker: Int)
        case stop(worker: Int)
        /// Begins to hear of a RIB's activity, once.
        case listen(Int)
        case stopListening(Int)
        /// Subscribes to something that ends when the RIB becomes inactive.
        case subscribe(Int)
    }

    /// The callbacks of a RIB and its two workers.
    enum Callback: CaseIterable {
        case didBecomeActive, willResignActive, didLoad, didStart, didStop, heard
    }

    /// What a reaction answers: a call back of one RIB.
    struct Trigger: Hashable {
        let rib: Int
        let callback: Callback
    }

    static let ribs = 5
    static let workers = 2 * ribs

    private(set) var actions: [Action] = []
    /// The operations at the first callback of a kind, at the second, and so on.
    private(set) var reactions: [Trigger: [[Action]]] = [:]

    init(seed: UInt64) {
        var random = SplitMix(state: seed)
        for rib in 0..<Self.ribs {
            for callback in Callback.allCases where random.next(3) == 0 {
                let turns = 1 + random.next(2)
                reactions[Trigger(rib: rib, callback: callback)] = (0..<turns).map { _ in
                    (0...random.next(2)).map { _ in .random(&random, near: rib) }
                }
            }
        }
        actions = (0..<25).map { _ in .random(&random, near: random.next(Self.ribs)) }
    }
}

extension LifecycleScript.Action {
    /// Mostly attaches and detaches, which the others need to mean something.
    fileprivate static func random(_ random: inout SplitMix, near rib: Int) -> Self {
        let ribs = LifecycleScript.ribs
        let other = random.next(ribs)
        switch random.next(14) {
        case 0...3: return .attach(other, below: random.next(2) == 0 ? rib : random.next(ribs))
        case 4, 5: return .detach(other)
        case 6: return .activate(other)
        case 7: return .deactivate(other)
        case 8: return .load(rib)
        case 9, 10: return .start(worker: 2 * rib + random.next(2))
        case 11: return .stop(worker: 2 * rib + random.next(2))
        case 12: return random.next(2) == 0 ? .listen(rib) : .stopListening(rib)
        default: return .subscribe(rib)
        }
    }
}

/// Numbers that a seed determines, as Vigna's SplitMix64 does.
private struct SplitMix {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
