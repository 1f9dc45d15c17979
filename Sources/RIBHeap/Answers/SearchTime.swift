/// How long a search has taken, without what it has learnt for all searches to come.
final class SearchTime {
    private let budget: UInt64
    private let clock: () -> UInt64
    private let start: UInt64
    /// Nanoseconds that do not count.
    private var learning: UInt64 = 0
    private var isLearning = false

    /// - Parameters:
    ///   - budget: Nanoseconds that the search may take.
    ///   - clock: The time in nanoseconds.
    init(budget: UInt64, clock: @escaping () -> UInt64) {
        self.budget = budget
        self.clock = clock
        start = clock()
    }

    var isOver: Bool {
        let spent = clock() &- start
        return spent - min(spent, learning) >= budget
    }

    /// Runs `body`, which learns what is asked once a process, outside the budget. It may learn more by
    /// this, which counts once.
    func learn<Result>(_ body: () -> Result) -> Result {
        if isLearning { return body() }
        isLearning = true
        let before = clock()
        defer {
            learning &+= clock() &- before
            isLearning = false
        }
        return body()
    }
}
