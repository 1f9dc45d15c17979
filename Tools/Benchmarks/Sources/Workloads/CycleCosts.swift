// SPDX-License-Identifier: Apache-2.0

import CPeers
import Foundation
import RIBRecorder
import RIBs

/// What a RIB's cycle costs beside what it is compared with, in nanoseconds, measured in turns.
public struct CycleCosts {
    public let cycle: Double
    /// A cycle of `PlainCycles`.
    public let plain: Double
    /// A warm `unw_backtrace` over 25 frames.
    public let backtrace: Double

    /// - Parameters:
    ///   - siblings: As in `RIBCycles`.
    ///   - depth: As in `RIBCycles`.
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
        // The first ones fill tables and caches.
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

/// What a RIB's cycle is at the least: two objects, one of them in an array of the parent's, and a
/// subscription that ends before they are freed. Nothing is driven, checked or recorded.
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

/// RIBs without a view that come, subscribe to something, go and are freed; recorded as the
/// environment says.
///
/// The root's life is no part of it: make one of these and use it until the process ends.
public final class RIBCycles {
    private let subject = PassthroughSubject<Int, Never>()
    private let root = Router(interactor: Interactor())
    /// Below which RIBs come and go.
    private let parent: Router<Interactor>

    /// - Parameters:
    ///   - siblings: How many RIBs stay attached beside those that come and go.
    ///   - depth: How many RIBs lie between the root and those that come and go.
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

/// RIBs that were detached and that something still holds: what it costs to judge them.
public final class PendingDetaches {
    private let parent = Router(interactor: Interactor())
    private let held: [Router<Interactor>]

    /// - Parameter count: How many RIBs are detached.
    public init(count: Int) {
        parent.interactor.activate()
        parent.load()
        held = (0..<count).map { _ in Router(interactor: Interactor()) }
        for child in held {
            parent.attachChild(child)
            parent.detachChild(child)
        }
    }

    /// Waits for twice the time that they have.
    ///
    /// - Returns: Nanoseconds that all threads worked meanwhile.
    public func passDeadline() -> UInt64 {
        Self.worked { RunLoop.main.run(until: Date(timeIntervalSinceNow: 2)) }
    }

    /// - Returns: Nanoseconds that all threads worked until all was judged.
    public func settle() -> UInt64 {
        Self.worked { Recorder.shared.settle() }
    }

    private static func worked(_ work: () -> Void) -> UInt64 {
        let before = peers_processor_nanoseconds()
        work()
        return peers_processor_nanoseconds() - before
    }
}
