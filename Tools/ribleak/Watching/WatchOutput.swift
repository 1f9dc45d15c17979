// SPDX-License-Identifier: Apache-2.0

import RIBWatch

/// Shows what a watcher finds out, in one of the ways of `ribleak watch`.
protocol WatchOutput {
    /// Shows the changes of one poll, which may be none.
    ///
    /// - Returns: False to end the watching, as when nobody reads any more.
    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool

    /// Puts the terminal, if it was changed, back to what it was.
    mutating func end()
}

extension WatchOutput {
    mutating func end() {}
}
