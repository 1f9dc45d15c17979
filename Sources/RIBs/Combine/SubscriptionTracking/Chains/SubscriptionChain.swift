// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// The publishers between a source and the subscriber that wants its values.
    ///
    /// Each operator subscribes to its upstream while it is being subscribed to, so the chain
    /// becomes known from its end to its source. If an operator has several upstreams, the last one
    /// is kept, because it delivers the values.
    struct SubscriptionChain {
        /// Types only, because their names cost too much for a subscription that is not recorded.
        private struct Link {
            let publisher: Any.Type
            /// What subscribed to `publisher`, or nil when an operator passed its own subscriber
            /// on.
            let subscriber: Any.Type?
            /// The subscription that `publisher` answered with, which shows what an erased
            /// publisher hides.
            var subscription: Any.Type?

            func isAlike(_ other: Link) -> Bool {
                publisher == other.publisher && subscriber == other.subscriber
                    && subscription == other.subscription
            }
        }

        private var subscriber: Any.Type = Never.self
        private var links: [Link] = []
        /// How many of the links count. The others are left from an earlier chain, to keep their
        /// memory.
        private var count = 0

        private var counting: ArraySlice<Link> { links[..<count] }

        /// Starts a new chain, at its end.
        mutating func begin(subscriber: Any.Type, publisher: Any.Type) {
            self.subscriber = subscriber
            count = 0
            append(Link(publisher: publisher, subscriber: subscriber))
        }

        /// Notes that an operator subscribed to its upstream.
        ///
        /// - Parameters:
        ///   - subscriber: What the operator subscribed with, or nil if it passed its own
        ///     subscriber on.
        ///   - publisher: The upstream.
        ///   - level: How many operators lie between the upstream and the end; at least 1.
        mutating func note(subscriber: Any.Type?, publisher: Any.Type, level: Int) {
            count = min(count, level)
            append(Link(publisher: publisher, subscriber: subscriber))
        }

        private mutating func append(_ link: Link) {
            if count < links.count { links[count] = link } else { links.append(link) }
            count += 1
        }

        /// Whether the subscription that the publisher of a level answers with is still needed.
        func lacksSubscription(level: Int) -> Bool {
            level == count - 1 && links[level].subscription == nil
        }

        /// Notes that the publisher of a level answered with a subscription.
        mutating func note(subscription: Any.Type, level: Int) {
            if lacksSubscription(level: level) { links[level].subscription = subscription }
        }

        /// The chain from source to subscriber, such as
        /// `PassthroughSubject<Score, Never> → map → filter → sink`.
        var text: ChainText { .of(types) { spelled } }

        /// Equal for chains that are alike.
        var hash: UInt {
            var hash = Self.mix(0, subscriber)
            for index in 0..<count {
                let link = links[index]
                hash = Self.mix(Self.mix(hash, link.publisher), link.subscriber)
                hash = Self.mix(hash, link.subscription)
            }
            return hash
        }

        /// Whether another chain consists of the same types.
        func isAlike(_ other: SubscriptionChain) -> Bool {
            guard subscriber == other.subscriber, count == other.count else { return false }
            for index in 0..<count where !links[index].isAlike(other.links[index]) {
                return false
            }
            return true
        }

        @inline(__always)
        private static func mix(_ hash: UInt, _ type: Any.Type?) -> UInt {
            let address = type.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
            let mixed = (hash ^ address) &* 0x9e37_79b9_7f4a_7c15
            return mixed ^ mixed >> 32
        }

        /// All types that the text depends on.
        private var types: [ObjectIdentifier?] {
            var types: [ObjectIdentifier?] = [ObjectIdentifier(subscriber)]
            types.reserveCapacity(1 + 3 * count)
            for link in counting {
                types.append(ObjectIdentifier(link.publisher))
                types.append(link.subscriber.map { ObjectIdentifier($0) })
                types.append(link.subscription.map { ObjectIdentifier($0) })
            }
            return types
        }

        private var spelled: String {
            var parts = counting.last.map { [Self.source($0)] } ?? []
            for (link, next) in zip(counting, counting.dropFirst()).reversed() {
                guard let name = Self.operatorName(link.publisher, subscribingWith: next.subscriber)
                else { continue }
                // The parts that `share` consists of add nothing.
                if name == "share" {
                    parts.removeAll { ["multicast", "autoconnect"].contains($0) }
                }
                parts.append(name)
            }
            parts.append(ReportedTypeName(subscriber).asCall)
            return parts.joined(separator: " → ")
        }

        private static func source(_ link: Link) -> String {
            let publisher = ReportedTypeName(link.publisher)
            guard publisher.isErased, let subscription = link.subscription else {
                return publisher.short
            }
            let name = ReportedTypeName(subscription)
            return name.enclosing ?? name.short
        }

        /// - Returns: Nil for an erased operator that passed its subscriber on.
        private static func operatorName(
            _ publisher: Any.Type, subscribingWith subscriber: Any.Type?
        ) -> String? {
            let publisher = ReportedTypeName(publisher)
            if !publisher.isErased { return publisher.asCall }
            return subscriber.map {
                let name = ReportedTypeName($0)
                return name.enclosingAsCall ?? name.asCall
            }
        }
    }

    /// The text that describes a chain.
    final class ChainText: Sendable {
        let text: String
        /// A unique number of the text, not 0. Nil past the limit.
        let number: UInt64?

        init(text: String, number: UInt64?) {
            self.text = text
            self.number = number
        }

        private static let known = Protected<[[ObjectIdentifier?]: ChainText]>([:])
        /// The most texts with numbers. It is less than any address, so that the recorder can tell
        /// numbers from types.
        private static let limit = 4_095

        /// The text for the types of a chain. It is cached, because making it takes longer than
        /// everything else that is noted of a subscription.
        ///
        /// - Parameter spelled: Makes the text: the first time, and each time past the limit.
        static func of(_ types: [ObjectIdentifier?], _ spelled: () -> String) -> ChainText {
            if let known = known.withLock({ $0[types] }) { return known }
            let text = spelled()
            return known.withLock { known in
                if let text = known[types] { return text }
                guard known.count < limit else { return ChainText(text: text, number: nil) }
                let numbered = ChainText(text: text, number: UInt64(known.count + 1))
                known[types] = numbered
                return numbered
            }
        }
    }

    /// The texts of chains that one thread made recently. Finding one takes no lock.
    struct RecentChainTexts {
        private struct Known {
            var chain = SubscriptionChain()
            /// Nil until there is one.
            var text: ChainText?
        }

        /// A power of two, greater than the number of places that subscribe repeatedly.
        private static let capacity = 64

        private let known = UnsafeMutablePointer<Known>.allocate(capacity: capacity)

        init() { known.initialize(repeating: Known(), count: Self.capacity) }

        /// Frees the memory. Call it once, when nothing uses it any more.
        func deallocate() {
            known.deinitialize(count: Self.capacity)
            known.deallocate()
        }

        /// The text of a chain, valid until the thread asks for another one.
        ///
        /// - Parameter chain: The chain. It is not changed, and is only `inout` so that no
        ///   reference is counted.
        func text(of chain: inout SubscriptionChain) -> Unmanaged<ChainText> {
            let slot = known + (Int(truncatingIfNeeded: chain.hash) & (Self.capacity - 1))
            if let text = slot.pointee.text, slot.pointee.chain.isAlike(chain) {
                return .passUnretained(text)
            }
            let text = chain.text
            slot.pointee = Known(chain: chain, text: text)
            return .passUnretained(text)
        }
    }
#endif
