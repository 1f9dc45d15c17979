// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

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

    // All publishers of the stream libraries' public interfaces: a test compares them.

    extension AnyPublisher: FollowedPublisher {}
    extension CurrentValueSubject: FollowedPublisher {}
    extension Deferred: FollowedPublisher {}
    extension Empty: FollowedPublisher {}
    extension Fail: FollowedPublisher {}
    extension Future: FollowedPublisher {}
    extension Just: FollowedPublisher {}
    extension ObservableObjectPublisher: FollowedPublisher {}
    extension PassthroughSubject: FollowedPublisher {}
    extension Published.Publisher: FollowedPublisher {}
    extension Record: FollowedPublisher {}

    extension Publishers.AllSatisfy: FollowedPublisher {}
    extension Publishers.AssertNoFailure: FollowedPublisher {}
    extension Publishers.Autoconnect: FollowedPublisher {}
    extension Publishers.Breakpoint: FollowedPublisher {}
    extension Publishers.Buffer: FollowedPublisher {}
    extension Publishers.Catch: FollowedPublisher {}
    extension Publishers.Collect: FollowedPublisher {}
    extension Publishers.CollectByCount: FollowedPublisher {}
    extension Publishers.CompactMap: FollowedPublisher {}
    extension Publishers.Comparison: FollowedPublisher {}
    extension Publishers.Concatenate: FollowedPublisher {}
    extension Publishers.Contains: FollowedPublisher {}
    extension Publishers.ContainsWhere: FollowedPublisher {}
    extension Publishers.Count: FollowedPublisher {}
    extension Publishers.Debounce: FollowedPublisher {}
    extension Publishers.Decode: FollowedPublisher {}
    extension Publishers.Delay: FollowedPublisher {}
    extension Publishers.Drop: FollowedPublisher {}
    extension Publishers.DropUntilOutput: FollowedPublisher {}
    extension Publishers.DropWhile: FollowedPublisher {}
    extension Publishers.Encode: FollowedPublisher {}
    extension Publishers.Filter: FollowedPublisher {}
    extension Publishers.First: FollowedPublisher {}
    extension Publishers.FirstWhere: FollowedPublisher {}
    extension Publishers.FlatMap: FollowedPublisher {}
    extension Publishers.HandleEvents: FollowedPublisher {}
    extension Publishers.IgnoreOutput: FollowedPublisher {}
    extension Publishers.Last: FollowedPublisher {}
    extension Publishers.LastWhere: FollowedPublisher {}
    extension Publishers.MakeConnectable: FollowedPublisher {}
    extension Publishers.Map: FollowedPublisher {}
    extension Publishers.MapError: FollowedPublisher {}
    extension Publishers.MapKeyPath: FollowedPublisher {}
    extension Publishers.MapKeyPath2: FollowedPublisher {}
    extension Publishers.MapKeyPath3: FollowedPublisher {}
    extension Publishers.MeasureInterval: FollowedPublisher {}
    extension Publishers.Multicast: FollowedPublisher {}
    extension Publishers.Output: FollowedPublisher {}
    extension Publishers.PrefixUntilOutput: FollowedPublisher {}
    extension Publishers.PrefixWhile: FollowedPublisher {}
    extension Publishers.Print: FollowedPublisher {}
    extension Publishers.ReceiveOn: FollowedPublisher {}
    extension Publishers.Reduce: FollowedPublisher {}
    extension Publishers.RemoveDuplicates: FollowedPublisher {}
    extension Publishers.ReplaceEmpty: FollowedPublisher {}
    extension Publishers.ReplaceError: FollowedPublisher {}
    extension Publishers.Retry: FollowedPublisher {}
    extension Publishers.Scan: FollowedPublisher {}
    extension Publishers.Sequence: FollowedPublisher {}
    extension Publishers.SetFailureType: FollowedPublisher {}
    extension Publishers.Share: FollowedPublisher {}
    extension Publishers.SubscribeOn: FollowedPublisher {}
    extension Publishers.SwitchToLatest: FollowedPublisher {}
    extension Publishers.Throttle: FollowedPublisher {}
    extension Publishers.Timeout: FollowedPublisher {}
    extension Publishers.TryAllSatisfy: FollowedPublisher {}
    extension Publishers.TryCatch: FollowedPublisher {}
    extension Publishers.TryCompactMap: FollowedPublisher {}
    extension Publishers.TryComparison: FollowedPublisher {}
    extension Publishers.TryContainsWhere: FollowedPublisher {}
    extension Publishers.TryDropWhile: FollowedPublisher {}
    extension Publishers.TryFilter: FollowedPublisher {}
    extension Publishers.TryFirstWhere: FollowedPublisher {}
    extension Publishers.TryLastWhere: FollowedPublisher {}
    extension Publishers.TryMap: FollowedPublisher {}
    extension Publishers.TryPrefixWhile: FollowedPublisher {}
    extension Publishers.TryReduce: FollowedPublisher {}
    extension Publishers.TryRemoveDuplicates: FollowedPublisher {}
    extension Publishers.TryScan: FollowedPublisher {}
    extension Publishers.Zip: FollowedPublisher {}
    extension Publishers.Zip3: FollowedPublisher {}
    extension Publishers.Zip4: FollowedPublisher {}

    #if canImport(Combine)
        extension Publishers.CollectByTime: FollowedPublisher {}
        extension Publishers.CombineLatest: FollowedPublisher {}
        extension Publishers.CombineLatest3: FollowedPublisher {}
        extension Publishers.CombineLatest4: FollowedPublisher {}
        extension Publishers.Merge: FollowedPublisher {}
        extension Publishers.Merge3: FollowedPublisher {}
        extension Publishers.Merge4: FollowedPublisher {}
        extension Publishers.Merge5: FollowedPublisher {}
        extension Publishers.Merge6: FollowedPublisher {}
        extension Publishers.Merge7: FollowedPublisher {}
        extension Publishers.Merge8: FollowedPublisher {}
        extension Publishers.MergeMany: FollowedPublisher {}

        extension NotificationCenter.Publisher: FollowedPublisher {}
        extension Timer.TimerPublisher: FollowedPublisher {}
        extension URLSession.DataTaskPublisher: FollowedPublisher {}
        extension NSObject.KeyValueObservingPublisher: FollowedPublisher {}
    #else
        extension NotificationCenter.OCombine.Publisher: FollowedPublisher {}
        extension Foundation.Timer.OCombine.TimerPublisher: FollowedPublisher {}
        extension URLSession.OCombine.DataTaskPublisher: FollowedPublisher {}
    #endif

    #if os(Linux)
        extension Optional.OCombine.Publisher: FollowedPublisher {}
        extension Result.OCombine.Publisher: FollowedPublisher {}
    #else
        extension Optional.Publisher: FollowedPublisher {}
        extension Result.Publisher: FollowedPublisher {}
    #endif
#endif
