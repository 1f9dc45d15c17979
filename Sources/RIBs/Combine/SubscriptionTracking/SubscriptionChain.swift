// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// The publishers between a source and the subscriber that wants its values. Each operator
    /// subscribes to its upstream while it is subscribed to, so the chain becomes known from its
    /// end. Of several upstreams the last one is kept, because it delivers the values.
    struct SubscriptionChain {
        /// Types only, because their names cost too much for a subscription that is not recorded.
        private struct Link {
            let publisher: Any.Type
            /// What subscribed to `publisher`; nil when an operator passed its own subscriber on.
            let subscriber: Any.Type?
            /// What `publisher` answered with, which shows what an erased publisher hides.
            var subscription: Any.Type?
        }

        private let subscriber: Any.Type
        private var links: [Link]

        init(subscriber: Any.Type, publisher: Any.Type) {
            self.subscriber = subscriber
            links = [Link(publisher: publisher, subscriber: subscriber)]
        }

        /// Notes that an operator subscribed to its upstream, with nil if it passed its own
        /// subscriber on. `level` is how many operators lie between the upstream and the end; at
        /// least 1.
        mutating func note(subscriber: Any.Type?, publisher: Any.Type, level: Int) {
            links.removeLast(max(0, links.count - level))
            links.append(Link(publisher: publisher, subscriber: subscriber))
        }

        /// Notes the subscription with which the publisher of a level answered, if still needed.
        mutating func note(subscription: Any.Type, level: Int) {
            guard level == links.count - 1, links[level].subscription == nil else { return }
            links[level].subscription = subscription
        }

        /// The chain from source to end, such as `PassthroughSubject<Score, Never> → map → sink`.
        /// Cached, because making it takes longer than all else that is noted of a subscription.
        var text: String {
            let types = types
            if let known = Self.texts.withLock({ $0[types] }) { return known }
            let text = spelled
            Self.texts.withLock { if $0.count < Self.mostTexts { $0[types] = text } }
            return text
        }

        private static let texts = Protected<[[ObjectIdentifier?]: String]>([:])
        private static let mostTexts = 4_096

        /// All types that the text depends on.
        private var types: [ObjectIdentifier?] {
            var types: [ObjectIdentifier?] = [ObjectIdentifier(subscriber)]
            types.reserveCapacity(1 + 3 * links.count)
            for link in links {
                types.append(ObjectIdentifier(link.publisher))
                types.append(link.subscriber.map { ObjectIdentifier($0) })
                types.append(link.subscription.map { ObjectIdentifier($0) })
            }
            return types
        }

        private var spelled: String {
            var parts = links.last.map { [Self.source($0)] } ?? []
            for (link, next) in zip(links, links.dropFirst()).reversed() {
                guard let name = Self.operatorName(link.publisher, subscribingWith: next.subscriber)
                else { continue }
                // The parts that `share` consists of add nothing.
                if name == "share" {
                    parts.removeAll { ["multicast", "autoconnect"].contains($0) }
                }
                parts.append(name)
            }
            parts.append(StreamTypeName(subscriber).asCall)
            return parts.joined(separator: " → ")
        }

        private static func source(_ link: Link) -> String {
            let publisher = StreamTypeName(link.publisher)
            guard publisher.isErased, let subscription = link.subscription
            else { return publisher.short }
            let name = StreamTypeName(subscription)
            return name.enclosing ?? name.short
        }

        /// - Returns: Nil for an erased operator that passed its subscriber on.
        private static func operatorName(
            _ publisher: Any.Type, subscribingWith subscriber: Any.Type?
        ) -> String? {
            let publisher = StreamTypeName(publisher)
            if !publisher.isErased { return publisher.asCall }
            return subscriber.map {
                let name = StreamTypeName($0)
                return name.enclosingAsCall ?? name.asCall
            }
        }
    }
#endif
