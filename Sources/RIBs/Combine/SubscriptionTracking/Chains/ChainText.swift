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
#endif
