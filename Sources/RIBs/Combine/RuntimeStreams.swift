// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    // The only place that chooses the streams of this module: Apple's Combine where it exists, and
    // OpenCombine, which has the same names, elsewhere. It is exported, so that code for several
    // platforms needs no import and cannot choose the other one.
    #if canImport(Combine)
        @_exported import Combine
    #else
        @_exported import OpenCombine
        // Queues and run loops as schedulers, and publishers of timers, notifications and requests.
        @_exported import OpenCombineDispatch
        @_exported import OpenCombineFoundation
    #endif

    /// What the runtime's parts publish: values, and no failure.
    public typealias RIBStream<Value> = AnyPublisher<Value, Never>

    extension LeakDetector {
        var statusStream: LeakDetectionStatusStream {
            isBusy.map { $0 ? .InProgress : .DidComplete }.eraseToAnyPublisher()
        }
    }

    /// What ends a subscription or an observation when it is cancelled or freed: keep it.
    public typealias RIBSubscription = AnyCancellable

    func subscription(_ end: @escaping () -> Void) -> RIBSubscription { AnyCancellable(end) }

    extension RIBStream where Failure == Never {
        static func just(_ value: Output) -> Self { Just(value).eraseToAnyPublisher() }
    }

    extension InteractorScope {
        /// Calls a function with the current activity and each change, until the result is freed.
        func observeActivity(_ onChange: @escaping (Bool) -> Void) -> any SubscriptionToken {
            isActiveStream.unfollowedSink { onChange($0) }
        }
    }

    extension AnyCancellable: SubscriptionToken {
        func end() { cancel() }
    }

    /// What `CancelWithOwner` ends.
    typealias EndableSubscription = Cancellable

    extension Cancellable {
        var plain: AnyCancellable { (self as? AnyCancellable) ?? AnyCancellable(self) }

        var token: AnyCancellable { plain }

        /// Whether a tracker may follow it.
        var mayBeFollowed: Bool { self is AnyCancellable }

        /// Whether a tracker follows it, for this owner from now on. Mostly this thread has just
        /// made it: then it is the owner's last one, which is claimed only once. Else the token is
        /// looked up, and given to the owner.
        func isClaimed(by owner: Activity) -> Bool {
            mayBeFollowed
                && (SubscriptionTracking.tracksLast(by: owner)
                    || Recorder.shared.claim(plain, for: owner))
        }
    }

    /// Notifies those that follow a router's lifecycle.
    typealias LifecycleSubject = PassthroughSubject<RouterLifecycle, Never>

    extension LifecycleSubject {
        var stream: RIBStream<RouterLifecycle> { eraseToAnyPublisher() }

        func notify(_ event: RouterLifecycle) { send(event) }

        /// Completes, because the router is being freed.
        func finish() { send(completion: .finished) }
    }

    extension ActivityStream: Publisher {
        typealias Output = Bool
        typealias Failure = Never

        /// Publishes the current value first, then each change, and completes at the end.
        var stream: RIBStream<Bool> { eraseToAnyPublisher() }

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Bool, Downstream.Failure == Never {
            let inner = Inner(stream: self, downstream: AnySubscriber(subscriber))
            if add(inner) {
                subscriber.receive(subscription: inner)
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }

        /// The subscription of one subscriber, which gets no value twice in a row.
        private final class Inner: Subscription, ActivityListener {
            private struct State {
                var stream: ActivityStream?
                var downstream: AnySubscriber<Bool, Never>?
                var demand = Subscribers.Demand.none
                var lastValue: Bool?
            }

            private let state: Protected<State>

            init(stream: ActivityStream, downstream: AnySubscriber<Bool, Never>) {
                state = Protected(State(stream: stream, downstream: downstream))
            }

            /// Passes a value on if it changed and was requested.
            func offer(_ value: Bool) {
                let downstream = state.withLock { state -> AnySubscriber<Bool, Never>? in
                    guard state.demand > 0, state.lastValue != value else { return nil }
                    state.demand -= 1
                    state.lastValue = value
                    return state.downstream
                }
                if let more = downstream?.receive(value), more > .none { request(more) }
            }

            func request(_ demand: Subscribers.Demand) {
                let stream = state.withLock { state in
                    state.demand += demand
                    return state.stream
                }
                if let stream { offer(stream.value) }
            }

            func finish() {
                end()?.downstream?.receive(completion: .finished)
            }

            func cancel() {
                guard let ended = end() else { return }
                ended.stream?.remove(self)
            }

            /// - Returns: What must be released without the lock; nil if there was nothing left.
            private func end() -> State? {
                state.withLock { state in
                    guard state.downstream != nil else { return nil }
                    defer { state = State() }
                    return state
                }
            }
        }
    }
#endif
