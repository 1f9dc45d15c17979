// SPDX-License-Identifier: Apache-2.0

/// Work that comes from any thread and that one thread at a time does.
final class Backlog<Work>: Sendable {
    private let state = Protected((work: [Work](), isUnderWay: false))
    /// How much waits at most.
    private let most: Int

    init(most: Int) { self.most = most }

    /// Adds work, as far as there is room.
    ///
    /// - Returns: What there is no room for, and whether the caller must see that a thread takes
    ///   all of it.
    func add(_ work: [Work]) -> (left: [Work], isFirst: Bool) {
        state.withLock { state in
            let room = max(0, most - state.work.count)
            state.work += work.prefix(room)
            let isFirst = !state.work.isEmpty && !state.isUnderWay
            if isFirst { state.isUnderWay = true }
            return (Array(work.dropFirst(room)), isFirst)
        }
    }

    /// Takes all that waits. Nil if that is nothing: then no thread is at work any more.
    func next() -> [Work]? {
        state.withLock { state in
            defer { state.work = [] }
            state.isUnderWay = !state.work.isEmpty
            return state.isUnderWay ? state.work : nil
        }
    }
}
