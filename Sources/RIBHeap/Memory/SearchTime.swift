// SPDX-License-Identifier: Apache-2.0

/// The time that a search has taken, without work that is done once for all searches.
///
/// The clock is read after each slice of work, some thousand objects. Each slice counts only up to
/// a limit. Otherwise a slow or stalled machine would end a search early, and the answer would
/// depend on the machine.
final class SearchTime {
    /// The most nanoseconds that count for one slice. On common machines, nine of ten slices take
    /// less than half of it.
    static let mostPerSlice: UInt64 = 2_000_000

    private let budget: UInt64
    private let clock: () -> UInt64
    private var spent: UInt64 = 0
    /// The end of the last slice.
    private var lastLook: UInt64
    /// Nanoseconds since the last slice that do not count.
    private var learning: UInt64 = 0
    private var isLearning = false

    /// - Parameters:
    ///   - budget: Nanoseconds that the search may take.
    ///   - clock: The time in nanoseconds.
    init(budget: UInt64, clock: @escaping () -> UInt64) {
        self.budget = budget
        self.clock = clock
        lastLook = clock()
    }

    /// Ends a slice of work, adds its time, and says whether the time is over.
    func endSlice() -> Bool {
        let now = clock()
        let slice = now &- lastLook
        spent += min(slice - min(slice, learning), Self.mostPerSlice)
        lastLook = now
        learning = 0
        return spent >= budget
    }

    /// Runs `body` outside the budget. Use it for what the process reads only once. Nested calls
    /// count once.
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
