import RIBRecorder

/// Subscriptions that end together; copies share them.
struct CancellableBag {
    private struct State {
        var members: [AnyCancellable] = []
        var isCancelled = false
    }

    private let state = Protected(State())

    /// True before the first subscription came, and after `cancel`.
    var isEmpty: Bool { state.withLock { $0.members.isEmpty } }

    /// Keeps a subscription until `cancel`, or ends it at once if that has been.
    func insert(_ member: AnyCancellable) {
        let tooLate = state.withLock { state in
            if !state.isCancelled { state.members.append(member) }
            return state.isCancelled
        }
        if tooLate { member.cancel() }
    }

    /// Ends all subscriptions in the order in which they came.
    func cancel() {
        // Ended and released without the lock, since either may run any code.
        let members = state.withLock { state in
            let members = state.members
            state = State(isCancelled: true)
            return members
        }
        for member in members { member.cancel() }
    }
}
