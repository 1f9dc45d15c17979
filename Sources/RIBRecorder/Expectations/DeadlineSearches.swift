import Dispatch

/// The searches for what keeps those alive that outlived a deadline.
///
/// They run one after the other on a queue of their own: a search may take seconds, in which further
/// deadlines are judged. What comes meanwhile is searched for together by the next.
final class DeadlineSearches: Sendable {
    private struct State {
        var waiting: [Expectations.Survivor] = []
        var isUnderWay = false
    }

    private let state = Protected(State())
    private let queue = DispatchQueue(label: "ribleak.searches", qos: .utility)

    /// Has survivors searched for, soon.
    ///
    /// Of very many the first are; the judgement at the process's end searches for the others.
    ///
    /// - Parameter search: Searches for some. Called on another thread.
    func add(
        _ survivors: [Expectations.Survivor],
        _ search: @escaping @Sendable ([Expectations.Survivor]) -> Void
    ) {
        let isFirst = state.withLock { state in
            let room = max(0, RetainSearch.mostTargets - state.waiting.count)
            state.waiting += survivors.prefix(room)
            guard !state.waiting.isEmpty, !state.isUnderWay else { return false }
            state.isUnderWay = true
            return true
        }
        guard isFirst else { return }
        queue.async { [self] in
            while let survivors = next() { search(survivors) }
        }
    }

    private func next() -> [Expectations.Survivor]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isUnderWay = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Returns when those have been searched for that were added before.
    func finish() { queue.sync {} }
}
