// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    /// The publishers whose subscriptions are followed where code imports the stream library too.
    ///
    /// The methods here are the library's own: the same names, and the same behaviour. But the
    /// subscription is followed if ``SubscriptionTracking`` is on. Swift prefers them, because this
    /// protocol refines the library's. All publishers of the library conform. Make one of your own
    /// conform by one line: `extension ScorePublisher: FollowedPublisher {}`.
    ///
    /// A file that imports this module and not the library needs none of this: there, `sink` and
    /// `assign(to:on:)` of every publisher are followed, also where its type is not known.
    public protocol FollowedPublisher: Publisher {}

    extension FollowedPublisher {
        /// Subscribes two functions: the library's method, followed.
        public func sink(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            followedSink(receiveCompletion, receiveValue)
        }

        /// Sets a property to each value: the library's method, followed.
        public func assign<Root>(
            to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
        ) -> AnyCancellable where Failure == Never {
            followedAssign(to: keyPath, on: object)
        }

        /// Subscribes a function: the library's method, followed.
        public func sink(
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable where Failure == Never {
            followedSink({ _ in }, receiveValue)
        }

        /// Feeds a subject: the library's method, followed.
        public func subscribe<Fed: Subject>(
            _ subject: Fed
        ) -> AnyCancellable where Fed.Output == Output, Fed.Failure == Failure {
            guard SubscriptionTracking.isEnabled else { return feed(subject, from: self) }
            return feed(
                subject, from: FollowedStream(upstream: self, method: "subject", subject: subject))
        }

        /// Adds a subscriber: the library's method, followed.
        public func subscribe<Downstream: Subscriber>(
            _ subscriber: Downstream
        ) where Downstream.Input == Output, Downstream.Failure == Failure {
            followedSubscribe(subscriber)
        }
    }

    extension FollowedPublisher where Failure == Never {
        /// Republishes each value by a property: the library's method, followed.
        public func assign(to published: inout Published<Output>.Publisher) {
            guard SubscriptionTracking.isEnabled else { return set(&published, from: self) }
            set(&published, from: FollowedStream(upstream: self, method: "assign"))
        }

        /// The values as an asynchronous sequence: the library's, each iteration followed.
        public var values: AsyncPublisher<AnyPublisher<Output, Never>> {
            AsyncPublisher(AnyPublisher(FollowedStream(upstream: self, method: "values")))
        }
    }

    extension FollowedPublisher {
        /// The values as an asynchronous sequence: the library's, each iteration followed.
        public var values: AsyncThrowingPublisher<AnyPublisher<Output, Failure>> {
            AsyncThrowingPublisher(
                AnyPublisher(FollowedStream(upstream: self, method: "values")))
        }
    }

    // Only where a file does not import the stream library: there they hide its methods. Where it
    // does, Swift calls the library's, rather than to find both alike.
    extension Publisher {
        /// Subscribes two functions: the library's method, followed.
        @_disfavoredOverload
        public func sink(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            followedSink(receiveCompletion, receiveValue)
        }

        /// Adds a subscriber: the library's method, followed.
        @_disfavoredOverload
        public func subscribe<Downstream: Subscriber>(
            _ subscriber: Downstream
        ) where Downstream.Input == Output, Downstream.Failure == Failure {
            followedSubscribe(subscriber)
        }
    }

    extension Publisher where Failure == Never {
        /// Subscribes a function: the library's method, followed.
        @_disfavoredOverload
        public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
            followedSink({ _ in }, receiveValue)
        }

        /// Sets a property to each value: the library's method, followed.
        @_disfavoredOverload
        public func assign<Root>(
            to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
        ) -> AnyCancellable {
            followedAssign(to: keyPath, on: object)
        }
    }

    extension Publisher {
        fileprivate func followedSink(
            _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            _ receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            end(
                "sink",
                Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
        }

        fileprivate func followedAssign<Root>(
            to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
        ) -> AnyCancellable where Failure == Never {
            end("assign", Subscribers.Assign(object: object, keyPath: keyPath))
        }

        /// Makes a subscription and what ends it, as the library does: its methods of these names
        /// are not reached from here.
        private func end<End: Subscriber & Cancellable>(
            _ method: String, _ end: End
        ) -> AnyCancellable where End.Input == Output, End.Failure == Failure {
            if SubscriptionTracking.isEnabled {
                FollowedStream(upstream: self, method: method).receive(subscriber: end)
            } else {
                receive(subscriber: end)
            }
            return AnyCancellable(end)
        }

        fileprivate func followedSubscribe<Downstream: Subscriber>(
            _ subscriber: Downstream
        ) where Downstream.Input == Output, Downstream.Failure == Failure {
            guard SubscriptionTracking.isEnabled,
                isEnd(Downstream.self)
            else { return receive(subscriber: subscriber) }
            let name = StreamTypeName.end(Downstream.self)
            FollowedStream(upstream: self, method: name).receive(subscriber: subscriber)
        }

        /// Subscribes two functions for the runtime itself, which nothing follows.
        func unfollowedSink(
            _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in },
            _ receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let sink = Subscribers.Sink(
                receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            receive(subscriber: sink)
            return AnyCancellable(sink)
        }
    }

    // The library's methods, reached by being generic over its protocol.

    private func feed<Stream: Publisher, Fed: Subject>(
        _ subject: Fed, from stream: Stream
    ) -> AnyCancellable where Fed.Output == Stream.Output, Fed.Failure == Stream.Failure {
        stream.subscribe(subject)
    }

    private func set<Stream: Publisher>(
        _ published: inout Published<Stream.Output>.Publisher, from stream: Stream
    ) where Stream.Failure == Never {
        stream.assign(to: &published)
    }

    /// Whether a subscriber wants the values for itself, and passes them on to no other.
    private func isEnd(_ type: Any.Type) -> Bool {
        if type is any Subscription.Type || type is any FollowingSubscriber.Type { return false }
        if type is any Cancellable.Type { return true }
        // What an operator subscribes to while its own subscriber is added is part of the chain.
        return SubscriptionTracking.tracker?.making == nil && !StreamTypeName.isOperatorPart(type)
    }
#endif
