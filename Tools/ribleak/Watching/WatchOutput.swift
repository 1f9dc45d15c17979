// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText
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

/// Writes JSON, one object a line.
struct EventLinesOutput: WatchOutput {
    private var lines = WatchJSONLines()

    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool {
        try StandardStreams.pass(lines.bytes(for: changes, of: watcher))
    }
}

/// Writes lines for people.
struct TextLinesOutput: WatchOutput {
    private var lines = WatchTextLines(alphabet: StandardStreams.alphabet)

    mutating func show(_ changes: [WatchChange], of watcher: RunWatcher) throws -> Bool {
        try StandardStreams.pass(Array(lines.text(for: changes, of: watcher).utf8))
    }
}
