// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBTrace

/// Follows runs while they are written.
///
/// Belongs to one thread. Findings are judged on another, so that a poll never waits for names of
/// functions.
package final class RunWatcher {
    /// In the order in which they were found. None is ever removed.
    package private(set) var processes: [WatchedProcess] = []
    private let target: WatchTarget
    private let symbolizer: any Symbolizing
    private let mostListed: Int

    /// - Parameters:
    ///   - target: What to watch. Nothing is read before the first poll.
    ///   - symbolizer: Finds functions and lines.
    ///   - mostListed: How many events of a process one poll lists; the rest is `skipped`.
    package init(
        _ target: WatchTarget, symbolizer: any Symbolizing = LLVMSymbolizer(),
        mostListed: Int = 10_000
    ) {
        self.target = target
        self.symbolizer = symbolizer
        self.mostListed = mostListed
    }

    /// How long to wait between two polls, in nanoseconds.
    package static var period: UInt64 { 25_000_000 }

    /// Whether there was something to watch and all of it ended, with all findings given.
    package var isOver: Bool { false }

    /// Reads what was recorded since the last call.
    ///
    /// - Returns: What changed, in the order of time within a process.
    package func poll(now: WatchMoment) -> [WatchChange] { [] }
}
