// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText
import RIBWatch

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
