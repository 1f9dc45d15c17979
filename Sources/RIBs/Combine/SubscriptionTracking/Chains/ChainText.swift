// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

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
