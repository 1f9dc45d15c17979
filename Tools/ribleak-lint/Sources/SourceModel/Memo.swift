// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What was found out before, for files that are checked on several threads.
///
/// `@unchecked Sendable` is safe: `known` is only touched while `lock` is held.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private var known: [Key: Value] = [:]
    private let lock = NSLock()
    private let most: Int

    /// - Parameter most: How many answers to keep; all are forgotten when there are more.
    package init(most: Int = .max) { self.most = most }

    /// The answer to a question, which two threads may both find.
    package func value(of key: Key, _ find: () -> Value) -> Value {
        if let value = lock.withLock({ known[key] }) { return value }
        let value = find()
        lock.withLock {
            if known.count >= most { known = [:] }
            known[key] = value
        }
        return value
    }
}
