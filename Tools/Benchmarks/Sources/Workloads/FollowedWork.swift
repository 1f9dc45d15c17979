// SPDX-License-Identifier: Apache-2.0

import RIBs

/// The chain `subject → map → filter → sink`, made in `didBecomeActive`, with a listener to
/// OpenCombine's introspection.
public final class FollowedWork {
    /// The listener to the introspection.
    public enum Listener: String, CaseIterable, Sendable {
        case nobody
        /// A handler that does nothing.
        case emptyHandler
        case tracking
    }

    private final class EmptyHandler: _Introspection {}

    private final class Subscribing: Interactor {
        let subject = PassthroughSubject<Int, Never>()
        var subscriptions = 1

        override func didBecomeActive() {
            for _ in 0..<subscriptions {
                subject.map { $0 &+ 1 }.filter { $0 > 0 }.sink { _ in }
                    .cancelOnDeactivate(interactor: self)
            }
        }
    }

    private let listener: Listener
    private let handler = EmptyHandler()
    private let interactor = Subscribing()

    private static let batch = 50

    public init(_ listener: Listener) {
        self.listener = listener
    }

    /// Sends values through one subscription.
    @inline(never)
    public func deliver(_ values: Int) {
        listening {
            interactor.subscriptions = 1
            interactor.activate()
            for value in 0..<values { interactor.subject.send(value) }
            interactor.deactivate()
        }
    }

    /// Makes and ends subscriptions.
    @inline(never)
    public func subscribe(_ times: Int) {
        listening {
            interactor.subscriptions = Self.batch
            atDepth(20) {
                for _ in 0..<(times / Self.batch) {
                    interactor.activate()
                    interactor.deactivate()
                }
            }
        }
    }

    private func listening(_ work: () -> Void) {
        switch listener {
        case .nobody:
            work()
        case .emptyHandler:
            handler.enable()
            work()
            handler.disable()
        case .tracking:
            SubscriptionTracking.enable()
            work()
            SubscriptionTracking.disable()
        }
    }
}
