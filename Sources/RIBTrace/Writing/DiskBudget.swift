// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes that the streams of one trace may take, together.
final class DiskBudget: Sendable {
    let limit: Int
    private let used = AtomicCounter()

    init(limit: Int) { self.limit = limit }

    /// Takes bytes for a packet that is begun for a class of events.
    ///
    /// - Returns: False when that class has used up its share.
    func take(_ bytes: Int, for eventClass: EventClass) -> Bool {
        used.add(UInt64(bytes), upTo: UInt64(limit) / 100 * UInt64(eventClass.share))
    }

    /// Returns what was taken for a packet that could not be made.
    func giveBack(_ bytes: Int) {
        used.add(0 &- UInt64(bytes))
    }
}

/// Whether the process may have files of this many bytes, by its RLIMIT_FSIZE: growing one past
/// that would end the host with SIGXFSZ, so the limit is asked first.
func mayHaveFile(of size: Int) -> Bool {
    var limit = rlimit()
    #if canImport(Darwin)
        let status = getrlimit(RLIMIT_FSIZE, &limit)
    #else
        let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
    return status != 0 || UInt64(size) <= limit.rlim_cur
}
