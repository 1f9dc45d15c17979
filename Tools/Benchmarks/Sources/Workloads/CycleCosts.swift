// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
import RIBRecorder
import RIBs

/// The costs of a RIB's cycle and of two comparisons, in nanoseconds, measured in alternation.
public struct CycleCosts {
    public let cycle: Double
    /// A cycle of `PlainCycles`.
    public let plain: Double
    /// A warm `unw_backtrace` over 25 frames.
    public let backtrace: Double

    /// - Parameters:
    ///   - siblings: See `RIBCycles`.
    ///   - depth: See `RIBCycles`.
    public init(siblings: Int, depth: Int) throws {
        let cycles = RIBCycles(siblings: siblings, depth: depth)
        let plain = PlainCycles()
        let capture = try CaptureWork(depth: 25)
        let times = 500
        var turns: [(cycle: Double, plain: Double, backtrace: Double)] = []
        for _ in 0..<41 {
            turns.append(
                (
                    Self.each(times) { cycles.run(times) }, Self.each(times) { plain.run(times) },
                    Self.each(times) { capture.bare(times) }
                ))
        }
        // The first turns fill tables and caches.
        turns.removeFirst(10)
        cycle = Self.median(turns.map(\.cycle))
        self.plain = Self.median(turns.map(\.plain))
        backtrace = Self.median(turns.map(\.backtrace))
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// The minimum of a RIB's cycle: two objects, one of them in an array of the parent, and a
/// subscription that ends before they are freed. It drives, checks and records nothing.
public final class PlainCycles {
    private final class Node {
        let logic: Logic
        var children: [Node] = []

        init(logic: Logic) {
            self.logic = logic
        }
    }

    private final class Logic {
        var subscriptions: [AnyCancellable] = []
    }

    private let subject = PassthroughSubject<Int, Never>()
    private let parent = Node(logic: Logic())

    public init() {}

    public func run(_ times: Int) {
        for _ in 0..<times {
            let child = Node(logic: Logic())
            parent.children.append(child)
            child.logic.subscriptions.append(subject.sink { _ in })
            for subscription in child.logic.subscriptions { subscription.cancel() }
            child.logic.subscriptions = []
            parent.children.removeAll { $0 === child }
        }
    }
}

/// RIBs without a view that are attached, subscribe, are detached and are freed. The environment
/// sets the recording level.
///
/// The root's lifetime is not part of it: make one value and use it until the process ends.
public final class RIBCycles {
    private let subject = PassthroughSubject<Int, Never>()
    private let root = Router(interactor: Interactor())
    /// The RIB that the others are attached to.
    private let parent: Router<Interactor>

    /// - Parameters:
    ///   - siblings: The number of RIBs that stay attached beside them.
    ///   - depth: The number of RIBs between the root and them.
    public init(siblings: Int = 0, depth: Int = 0) {
        root.interactor.activate()
        root.load()
        var parent = root
        for _ in 0..<depth {
            let child = Router(interactor: Interactor())
            parent.attachChild(child)
            parent = child
        }
        for _ in 0..<siblings { parent.attachChild(Router(interactor: Interactor())) }
        self.parent = parent
    }

    public func run(_ times: Int) {
        for _ in 0..<times {
            let child = Router(interactor: Interactor())
            parent.attachChild(child)
            subject.sink { _ in }.cancelOnDeactivate(interactor: child.interactor)
            parent.detachChild(child)
        }
    }
}

/// RIBs that were detached but are still held, to measure the cost of judging them.
public final class PendingDetaches {
    private let parent = Router(interactor: Interactor())
    private let held: [Router<Interactor>]

    /// - Parameter count: The number of detached RIBs.
    public init(count: Int) {
        parent.interactor.activate()
        parent.load()
        held = (0..<count).map { _ in Router(interactor: Interactor()) }
        for child in held {
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }

    /// Waits for twice their deadline.
    ///
    /// - Returns: The processor time of all threads meanwhile, in nanoseconds.
    public func passDeadline() -> UInt64 {
        Self.worked { RunLoop.main.run(until: Date(timeIntervalSinceNow: 2)) }
    }

    /// - Returns: The processor time of all threads until everything was judged, in nanoseconds.
    public func settle() -> UInt64 {
        Self.worked { Recorder.shared.settle() }
    }

    private static func worked(_ work: () -> Void) -> UInt64 {
        let before = peers_processor_nanoseconds()
        work()
        return peers_processor_nanoseconds() - before
    }
}
