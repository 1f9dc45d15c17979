// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The bytes that the streams of one trace may take, together.
final class DiskBudget: Sendable {
    let limit: Int
    private let used = AtomicCounter()

    /// - Parameter limit: In bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes for a packet.
    ///
    /// - Parameter eventClass: What the packet is begun for.
    /// - Returns: False when that class has used up its share.
    func take(_ bytes: Int, for eventClass: EventClass) -> Bool {
        let share = UInt64(limit) / 100 * UInt64(eventClass.share)
        if used.add(UInt64(bytes)) <= share { return true }
        giveBack(bytes)
        return false
    }

    /// Returns what was taken for a packet that could not be made.
    func giveBack(_ bytes: Int) {
        used.add(0 &- UInt64(bytes))
    }
}

/// The process's RLIMIT_FSIZE: growing a file past it would end the host with SIGXFSZ, so the limit
/// is asked first.
enum FileSizeLimit {
    /// True when files of this many bytes are allowed.
    static func allows(_ size: Int) -> Bool {
        var limit = rlimit()
        #if canImport(Darwin)
            let status = getrlimit(RLIMIT_FSIZE, &limit)
        #else
            let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #endif
        return status != 0 || UInt64(size) <= limit.rlim_cur
    }
}

/// How many events of each class one stream had no room for. Its thread counts, any thread reads.
final class DropCounts: Sendable {
    private let values = AtomicCounter()
    private let subscriptions = AtomicCounter()
    private let lifecycle = AtomicCounter()
    private let essential = AtomicCounter()

    subscript(eventClass: EventClass) -> UInt64 { counter(of: eventClass).value }

    var total: UInt64 { EventClass.allCases.reduce(0) { $0 &+ self[$1] } }

    func count(_ eventClass: EventClass) {
        counter(of: eventClass).increment()
    }

    private func counter(of eventClass: EventClass) -> AtomicCounter {
        switch eventClass {
        case .values: values
        case .subscriptions: subscriptions
        case .lifecycle: lifecycle
        case .essential: essential
        }
    }
}
