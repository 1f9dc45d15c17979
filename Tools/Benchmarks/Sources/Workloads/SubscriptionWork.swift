// SPDX-License-Identifier: Apache-2.0

import CPeers
import RIBs

/// Subscriptions in one form: sends values through one, or makes and ends many.
///
/// The stacks are 25 frames deep or slightly more. The environment sets the recording level.
public final class SubscriptionWork {
    private let subject = PassthroughSubject<Int, Never>()
    private let form: SubscriptionForm
    private var bag: [AnyCancellable] = []
    private let interactor = Interactor()

    /// The number of subscriptions that end together, small enough for the processor's caches.
    private static let batch = 50

    public init(_ form: SubscriptionForm) {
        self.form = form
    }

    /// Sends values through one subscription.
    @inline(never)
    public func deliver(_ values: Int) {
        begin()
        for value in 0..<values { subject.send(value) }
        end()
    }

    /// Makes and ends subscriptions.
    @inline(never)
    public func subscribe(_ times: Int) {
        atDepth(20) {
            for _ in 0..<(times / Self.batch) {
                interactor.activate()
                for _ in 0..<Self.batch {
                    form.subscribe(interactor, to: subject, keepingIn: &bag)
                }
                end()
            }
        }
    }

    private func begin() {
        interactor.activate()
        form.subscribe(interactor, to: subject, keepingIn: &bag)
    }

    private func end() {
        for subscription in bag { subscription.cancel() }
        bag.removeAll(keepingCapacity: true)
        interactor.deactivate()
    }
}

/// The ways to make a chain `subject → map → filter → sink` and to end it.
public enum SubscriptionForm: String, CaseIterable, Sendable {
    /// `sink`, kept in an array. The other forms are compared with it.
    case bare
    case sinkIn
    case trackedBy
    case cancelOnDeactivate

    /// - Parameter bag: Keeps the subscription if its owner does not.
    func subscribe(
        _ interactor: Interactor, to subject: PassthroughSubject<Int, Never>,
        keepingIn bag: inout [AnyCancellable]
    ) {
        let chain = subject.map { $0 &+ 1 }.filter { $0 > 0 }
        switch self {
        case .bare: chain.sink { _ in }.store(in: &bag)
        case .sinkIn: chain.sink(in: interactor) { _ in }
        case .trackedBy: chain.sink { _ in }.tracked(by: interactor).store(in: &bag)
        case .cancelOnDeactivate: chain.sink { _ in }.cancelOnDeactivate(interactor: interactor)
        }
    }
}

/// The costs of values and subscriptions in nanoseconds, measured in alternation.
public struct SubscriptionCosts {
    /// For each piece of work, the costs of one value, and of making and ending one subscription.
    public let costs: [(value: Double, subscription: Double)]

    /// The costs of each `SubscriptionForm`.
    public static func ofForms() -> SubscriptionCosts {
        let works = SubscriptionForm.allCases.map(SubscriptionWork.init)
        return SubscriptionCosts(works.map { work in (work.deliver, work.subscribe) })
    }

    /// The costs of each `FollowedWork.Following`.
    public static func ofFollowing() -> SubscriptionCosts {
        let works = FollowedWork.Following.allCases.map(FollowedWork.init)
        return SubscriptionCosts(works.map { work in (work.deliver, work.subscribe) })
    }

    private init(_ works: [(deliver: (Int) -> Void, subscribe: (Int) -> Void)]) {
        let (values, subscriptions) = (5_000, 500)
        var turns: [[(value: Double, subscription: Double)]] = []
        for _ in 0..<41 {
            turns.append(
                works.map { work in
                    (
                        Self.each(values) { work.deliver(values) },
                        Self.each(subscriptions) { work.subscribe(subscriptions) }
                    )
                })
        }
        // The first turns fill tables and caches.
        turns.removeFirst(10)
        costs = works.indices.map { work in
            (
                Self.median(turns.map { $0[work].value }),
                Self.median(turns.map { $0[work].subscription })
            )
        }
    }

    private static func each(_ times: Int, _ work: () -> Void) -> Double {
        let began = peers_nanoseconds()
        work()
        return Double(peers_nanoseconds() - began) / Double(times)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// The chain `subject → map → filter → sink`, made in `didBecomeActive`, followed or not.
public final class FollowedWork {
    public enum Following: String, CaseIterable, Sendable {
        /// The stream library's own `sink`.
        case library
        /// This package's, while following is off.
        case off
        case on
    }

    private final class Subscribing: Interactor {
        let subject = PassthroughSubject<Int, Never>()
        var subscriptions = 1
        var isLibrarys = false

        override func didBecomeActive() {
            for _ in 0..<subscriptions {
                let chain = subject.map { $0 &+ 1 }.filter { $0 > 0 }
                let token = isLibrarys ? FollowedWork.librarySink(chain) : chain.sink { _ in }
                token.cancelOnDeactivate(interactor: self)
            }
        }
    }

    private let following: Following
    private let interactor = Subscribing()

    private static let batch = 50

    public init(_ following: Following) {
        self.following = following
        interactor.isLibrarys = following == .library
    }

    /// Sends values through one subscription.
    @inline(never)
    public func deliver(_ values: Int) {
        followed {
            interactor.subscriptions = 1
            interactor.activate()
            for value in 0..<values { interactor.subject.send(value) }
            interactor.deactivate()
        }
    }

    /// Makes and ends subscriptions.
    @inline(never)
    public func subscribe(_ times: Int) {
        followed {
            interactor.subscriptions = Self.batch
            atDepth(20) {
                for _ in 0..<(times / Self.batch) {
                    interactor.activate()
                    interactor.deactivate()
                }
            }
        }
    }

    /// What the stream library's own `sink` does, which nothing follows.
    private static func librarySink(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        publisher.receive(subscriber: sink)
        return AnyCancellable(sink)
    }

    private func followed(_ work: () -> Void) {
        guard following == .on else { return work() }
        SubscriptionTracking.enable()
        work()
        SubscriptionTracking.disable()
    }
}
