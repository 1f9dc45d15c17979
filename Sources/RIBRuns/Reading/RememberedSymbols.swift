// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis

/// Looks up functions and lines, and keeps what was found in memory instead of beside the trace.
///
/// For a reader that may write nothing. Binaries that are rebuilt later keep their names while this
/// lives: an address belongs to one build of one binary.
///
/// `@unchecked Sendable`: `known` is only touched while `lock` is held.
package final class RememberedSymbols: Symbolizing, @unchecked Sendable {
    private let base: any Symbolizing
    private static let most = 200_000
    private let lock = NSLock()
    private var known: [ImageAddress: [SymbolizedFrame]] = [:]

    /// - Parameter base: Looks up what is not known yet.
    package init(_ base: any Symbolizing) { self.base = base }

    /// Looks up the addresses that are not known yet, all at once.
    package func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        let old = lock.withLock {
            addresses.reduce(into: [ImageAddress: [SymbolizedFrame]]()) { $0[$1] = known[$1] }
        }
        let new = addresses.filter { old[$0] == nil }
        guard !new.isEmpty else { return Symbolication(frames: old, caveats: []) }
        let found = base.symbolicate(new)
        lock.withLock {
            // Kept is only what was found for the very build that recorded.
            if known.count + found.answers.count > Self.most { known = [:] }
            for address in found.answers.keys { known[address] = found.all[address] }
        }
        // Without answers, nothing is written beside the trace.
        return Symbolication(frames: found.all, caveats: found.caveats).adding(old)
    }
}
