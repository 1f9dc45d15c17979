// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Which RIBs of a process get call stacks and retain paths, and what these may still cost.
///
/// The tree is recorded for all RIBs. One that is not chosen is recorded as at level `counts`.
final class SampledRIBs: Sendable {
    let budget: CostBudget
    private let percent: UInt64
    /// The random number of the process.
    private let seed: UInt64

    /// Whether the RIBs of a type are chosen, and the living objects of those that are.
    private let state = Protected(
        (types: [ObjectIdentifier: Bool](), objects: Set<ObjectID>()))
    /// The most types to remember. A program with more types generates them.
    private static let mostTypes = 4_096

    /// - Parameter percent: The share of RIBs to choose: 0 to 100.
    init(percent: Int, seed: UInt64, budget: CostBudget) {
        self.percent = UInt64(min(max(percent, 0), 100))
        self.seed = seed
        self.budget = budget
    }

    /// Decides whether the RIB of an object that was just made is chosen.
    func choose(_ object: ObjectID, of type: Any.Type) -> Bool {
        if percent == 100 { return true }
        if percent == 0 || budget.isSpent { return false }
        let key = ObjectIdentifier(type)
        let known = state.withLock { $0.types[key] }
        if known == false { return false }
        let isChosen = known ?? chooses(Self.ribName(of: String(describing: type)))
        state.withLock { state in
            if state.types.count < Self.mostTypes { state.types[key] = isChosen }
            if isChosen { state.objects.insert(object) }
        }
        return isChosen
    }

    /// Whether the RIB of an object is chosen.
    func contains(_ object: ObjectID) -> Bool {
        percent == 100 || (percent > 0 && state.withLock { $0.objects.contains(object) })
    }

    /// Forgets an object that is being freed.
    func forget(_ object: ObjectID) {
        guard percent > 0, percent < 100 else { return }
        state.withLock { _ = $0.objects.remove(object) }
    }

    /// Whether the RIB of a name is chosen in this process: by FNV-1a of the name, with the random
    /// number mixed in (http://www.isthe.com/chongo/tech/comp/fnv).
    func chooses(_ name: String) -> Bool {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // The low bits of FNV depend on few bits of each byte.
        hash ^= hash >> 32
        hash = hash &* 0x9E37_79B9_7F4A_7C15
        return (hash >> 32) % 100 < percent
    }

    /// The name of the RIB that a type belongs to: `Game` for `GameInteractor<Int>`. The type's own
    /// name when it is not named after a role.
    static func ribName(of type: String) -> String {
        let name = String(type.prefix { $0 != "<" })
        let role = roles.first { name.count > $0.count && name.hasSuffix($0) }
        return role.map { String(name.dropLast($0.count)) } ?? name
    }

    /// The longer of two that end alike comes first.
    private static let roles = [
        "ViewController", "Interactor", "Component", "Presenter", "Container", "Router", "View",
        "RIB",
    ]
}

/// What the call stacks and retain paths of one session may cost. Once it is spent, the session
/// goes on as at level `counts`.
///
/// Processor time and not the clock, so that a busy machine records what an idle one records.
final class CostBudget: Sendable {
    /// Nanoseconds of processor time.
    private let timeLimit: UInt64
    /// Bytes in the trace.
    private let byteLimit: UInt64
    private let time = AtomicCounter()
    private let bytes = AtomicCounter()
    private let uses = AtomicCounter()
    /// More than 0 once something did not fit into the bytes.
    private let refusals = AtomicCounter()
    /// How often it was noticed that the budget is spent.
    private let notices = AtomicCounter()
    /// Nanoseconds of processor time that the calling thread has had.
    private let clock: @Sendable () -> UInt64

    init(timeLimit: UInt64, byteLimit: UInt64, clock: @escaping @Sendable () -> UInt64) {
        self.timeLimit = timeLimit
        self.byteLimit = byteLimit
        self.clock = clock
    }

    var isSpent: Bool { time.value >= timeLimit || refusals.value > 0 }

    /// Nanoseconds of processor time that are left.
    var timeLeft: UInt64 { timeLimit - min(time.value, timeLimit) }

    /// Begins something that costs. Pass the result to `end`; nil when the budget is spent, so that
    /// it must not be done.
    func begin() -> UInt64? { isSpent ? nil : clock() }

    /// Ends what `begin` began, on the same thread. Returns what to record if that has spent the
    /// budget.
    func end(_ start: UInt64) -> TraceEvent? {
        let now = clock()
        uses.increment()
        time.add(now > start ? now - start : 0)
        guard isSpent, notices.increment() == 1 else { return nil }
        return .budgetSpent(
            refusals.value > 0 ? .bytes : .processorTime, uses: uses.value,
            processorTime: time.value, bytes: bytes.value)
    }

    /// Takes bytes for events that are about to be written. False when that many are not left; then
    /// they must not be written.
    func take(_ count: Int) -> Bool {
        if bytes.add(UInt64(count), upTo: byteLimit) { return true }
        refusals.increment()
        return false
    }
}

extension RecorderConfiguration {
    /// Whether call stacks are to be captured at all.
    var takesStacks: Bool {
        switch level {
        case .off, .counts: false
        case .full: true
        case .sampled:
            sampling.percentOfRIBs > 0 && sampling.millisecondsOfStacks > 0
                && sampling.kibibytesOfStacks > 0
        }
    }

    /// Nil at other levels than `sampled`.
    var sampledRIBs: SampledRIBs? {
        guard level == .sampled else { return nil }
        return SampledRIBs(
            percent: sampling.percentOfRIBs, seed: seed,
            budget: CostBudget(
                timeLimit: UInt64(max(sampling.millisecondsOfStacks, 0)) * 1_000_000,
                byteLimit: UInt64(max(sampling.kibibytesOfStacks, 0)) << 10, clock: searchClock))
    }
}

extension RecordingSession {
    /// Whether searches may show why a survivor is alive.
    var searchesRetention: Bool {
        guard let sample else { return searchesHeap }
        return takesStacks && configuration.searchLimit > 0 && !sample.budget.isSpent
    }

    /// Records that what began at `start` has spent the budget, if it has.
    @inline(never)
    func endCosting(_ start: UInt64, of sample: SampledRIBs) {
        if let event = sample.budget.end(start) { record(event) }
    }
}
