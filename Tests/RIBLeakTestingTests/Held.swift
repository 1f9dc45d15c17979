// SPDX-License-Identifier: Apache-2.0

/// Carries an object across threads.
final class Held: @unchecked Sendable {
    // Safe: one thread at a time has it.
    let object: AnyObject

    init(_ object: AnyObject) {
        self.object = object
    }
}
