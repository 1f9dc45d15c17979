// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// The publishers between a source and the subscriber that wants its values.
    ///
    /// Each operator subscribes to its upstream while it is being subscribed to, so the chain shows
    /// itself from its end to its source. Where an operator has several upstreams, the last one is
    /// kept: it is the one that brings the values.
    struct SubscriptionChain {
        /// Types only: their names cost too much for a subscription that no one records.
        private struct Link {
            let publisher: Any.Type
            /// What subscribed to `publisher`, or nil when an operator passed its own subscriber
            /// on.
            let subscriber: Any.Type?
            /// The subscription that came back, which tells what `publisher` hides.
            var subscription: Any.Type?

            func isAlike(_ other: Link) -> Bool {
                publisher == other.publisher && subscriber == other.subscriber
                    && subscription == other.subscription
            }
        }

        private var subscriber: Any.Type = Never.self
        private var links: [Link] = []
        /// How many of them count: those behind are left from another chain, to save their room.
        private var count = 0

        private var counting: ArraySlice<Link> { links[..<count] }

        /// Starts anew, at the end.
        mutating func begin(subscriber: Any.Type, publisher: Any.Type) {
            self.subscriber = subscriber
            count = 0
            append(Link(publisher: publisher, subscriber: subscriber))
        }

        /// Notes that an operator subscribed to its upstream.
        ///
        /// - Parameters:
        ///   - subscriber: What the operator subscribed with, or nil if its own subscriber.
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

        /// Whether it matters with which subscription the publisher of a level answers.
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

        /// Whether another one consists of the same.
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

        /// All that a text says.
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
                // What `share` is made of says nothing more.
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

    /// The words of a chain.
    final class ChainText: Sendable {
        let text: String
        /// Theirs alone, and not 0; nil past the limit.
        let number: UInt64?

        init(text: String, number: UInt64?) {
            self.text = text
            self.number = number
        }

        private static let known = Protected<[[ObjectIdentifier?]: ChainText]>([:])
        /// Less than any address, by which the recorder tells numbers from types.
        private static let limit = 4_095

        /// The words for what a chain consists of: to make some takes longer than all else that is
        /// noted of a subscription.
        ///
        /// - Parameter spelled: Makes them, the first time, and each time past the limit.
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

    /// The words of chains that one thread made lately: finding them takes no lock.
    struct RecentChainTexts {
        private struct Known {
            var chain = SubscriptionChain()
            /// Nil until there is one.
            var text: ChainText?
        }

        /// A power of two, above the number of places that subscribe over and over.
        private static let capacity = 64

        private let known = UnsafeMutablePointer<Known>.allocate(capacity: capacity)

        init() { known.initialize(repeating: Known(), count: Self.capacity) }

        /// Frees the memory; call it once, when nobody asks any more.
        func deallocate() {
            known.deinitialize(count: Self.capacity)
            known.deallocate()
        }

        /// The words of a chain, which this keeps until the thread asks for those of another one.
        ///
        /// - Parameter chain: Not changed; lent for this call alone, so that no reference is counted.
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
