#if !RxSwift && !canImport(Combine)
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
