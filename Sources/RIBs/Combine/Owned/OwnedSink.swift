// SPDX-License-Identifier: Apache-2.0

#if !RxSwift
    import RIBRecorder

    /// A subscriber that enters itself into the ledger, so that a tracker does not.
    protocol RecordedSubscriber {
        /// The owner of the subscription; nil when nothing is recorded.
        var owner: Activity? { get }
    }

    /// The end of a chain, which counts values by whether its owner is active.
    final class OwnedSink<Input, Failure: Error>: Subscriber, Cancellable, RecordedSubscriber,
        CustomStringConvertible
    {
        // Accessed only under the lock. It is not one `Protected` value, because a generic value
        // would cost a third of a delivery.
        private let lock = Protected(NoState())
        /// Nil once the subscription has ended, like the next two.
        private var receiveValue: ((Input) -> Void)?
        private var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        private var upstream: (any Subscription)?
        /// Nil when nothing is recorded.
        private let entry: LedgerEntry?

        var owner: Activity? { entry?.activity }

        init(
            entry: LedgerEntry?,
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            self.entry = entry
            self.receiveValue = receiveValue
            self.receiveCompletion = receiveCompletion
        }

        var description: String { "Sink" }

        func receive(subscription: any Subscription) {
            let isWanted = lock.withLock { _ in
                guard receiveValue != nil, upstream == nil else { return false }
                upstream = subscription
                return true
            }
            if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        func receive(_ value: Input) -> Subscribers.Demand {
            // Not returned from the closure: the Swift runtime would look up a result whose type
            // only callers know by its name, at each value.
            var receiveValue: ((Input) -> Void)?
            var isCounted = true
            lock.withLock { _ in
                receiveValue = self.receiveValue
                if receiveValue != nil, let entry { isCounted = entry.countAloneUnlessInactive() }
            }
            guard let receiveValue else { return .none }
            if !isCounted, let entry { Recorder.shared.willDeliverWhileInactive(entry) }
            receiveValue(value)
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            let ended = end()
            guard let receiveCompletion = ended.receiveCompletion else { return }
            record(completion.end)
            receiveCompletion(completion)
        }

        func cancel() {
            let ended = end()
            guard ended.receiveValue != nil else { return }
            record(.cancelled)
            ended.upstream?.cancel()
        }

        /// What is released at the end, outside the lock.
        private struct Ended {
            let receiveValue: ((Input) -> Void)?
            let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
            let upstream: (any Subscription)?
        }

        private func end() -> Ended {
            lock.withLock { _ in
                defer { (receiveValue, receiveCompletion, upstream) = (nil, nil, nil) }
                return Ended(
                    receiveValue: receiveValue, receiveCompletion: receiveCompletion,
                    upstream: upstream)
            }
        }

        private func record(_ end: SubscriptionEnd) {
            if let entry { Recorder.shared.ended(entry, end) }
        }
    }

    extension Subscribers.Completion {
        /// How a subscription ends that receives it.
        var end: SubscriptionEnd { if case .finished = self { .completed } else { .failed } }
    }

    /// The chain of a publisher as its type shows it, for subscriptions that no tracker sees being
    /// made.
    struct PublisherTypeName {
        /// The chain from its source, such as `PassthroughSubject<Score, Never> → map → filter`.
        let chain: String

        init(_ type: Any.Type) {
            var operators: [String] = []
            var name = Substring(Self.short(type))
            // Every operator of one upstream names it first.
            while let upstream = Self.upstream(of: name) {
                operators.append(Self.asCall(name))
                name = upstream
            }
            chain = ([String(name)] + operators.reversed()).joined(separator: " → ")
        }

        /// A type's name, with the name of the enclosing type where the name alone says nothing.
        /// The type that publishes notifications is called `Publisher`.
        static func short(_ type: Any.Type) -> String {
            let short = String(describing: type)
            guard short == "Publisher" else { return short }
            let around = String(reflecting: type).split(separator: ".").dropLast()
                .last { $0 != "OCombine" }
            return around.map { "\($0).Publisher" } ?? short
        }

        private static let operators: Set<Substring> = [
            "Autoconnect", "Buffer", "Catch", "Collect", "CompactMap", "Debounce", "Delay",
            "DropWhile", "Filter", "FlatMap", "HandleEvents", "Map", "MapError", "MapKeyPath",
            "Multicast", "Print", "ReceiveOn", "RemoveDuplicates", "ReplaceEmpty", "ReplaceError",
            "Retry", "Scan", "SetFailureType", "Share", "SubscribeOn", "SwitchToLatest", "Throttle",
            "Timeout", "TryMap",
        ]

        /// The first thing that a known operator is generic over.
        private static func upstream(of name: Substring) -> Substring? {
            guard let opening = name.firstIndex(of: "<"), operators.contains(name[..<opening])
            else { return nil }
            let arguments = name[name.index(after: opening)...].dropLast()
            var depth = 0
            var previous: Character?
            for index in arguments.indices {
                let character = arguments[index]
                switch character {
                case "<", "(", "[": depth += 1
                // The arrow in a function's type closes no bracket.
                case ">" where previous == "-": break
                case ">", ")", "]": depth -= 1
                case "," where depth == 0: return arguments[..<index]
                default: break
                }
                previous = character
            }
            return arguments
        }

        private static func asCall(_ name: Substring) -> String {
            let base = name.prefix { $0 != "<" }
            return base == "MapKeyPath" ? "map" : base.prefix(1).lowercased() + base.dropFirst()
        }
    }
#endif
