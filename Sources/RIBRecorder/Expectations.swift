import Dispatch
import RIBTrace

/// The objects that should be freed, held weakly until they are.
final class Expectations: Sendable {
    /// An object that was still there when asked.
    struct Survivor {
        let id: ObjectID
        let scope: ScopeID
        /// False while main-queue work that was pending when the expectation began has not run.
        let mainQueueRan: Bool
        /// For how many nanoseconds it should have been gone.
        let expectedFor: UInt64
        let type: ObjectIdentifier
    }

    /// What an expectation asks for; the usual is not kept for each.
    struct Terms {
        /// The test the object was let go in.
        var scope = ScopeID.none
        /// Nanoseconds after which it should be gone.
        var limit = ExpectationTime.object
        /// True when the host's own code asked for this limit.
        var isExplicit = false

        /// True for an expectation that no judgement may come before.
        fileprivate var isPatient: Bool { isExplicit && limit > ExpectationTime.object }
        fileprivate var isUsual: Bool { scope.isNone && !isPatient }
    }

    /// 16 bytes, since there may be very many.
    fileprivate struct Expectation {
        weak var object: AnyObject?
        let stamp: ExpectationStamp
        /// In milliseconds from the beginning of the recording.
        let since: UInt32
    }

    /// An object that is still there, held while it is looked at.
    fileprivate struct Candidate {
        let object: AnyObject
        /// Nil when its time is not over.
        let survivor: Survivor?
        let isOnMain: Bool
    }

    fileprivate struct State {
        var expectations: [ObjectID: Expectation] = [:]
        /// The terms that are not the usual ones.
        var terms: [ObjectID: Terms] = [:]
        var deadlines = Deadlines()
        var lastSequenceNumber: UInt64 = 0
        /// Main-queue work that was pending at this expectation, and before it, has run.
        var servedSequenceNumber: UInt64 = 0
    }

    private let state = Protected(State())
    private let beginning: UInt64

    /// - Parameter now: When recording began, in nanoseconds on the clock of the other calls.
    init(from now: UInt64) {
        beginning = now
    }

    /// Counts the expectations that ever began, and what waited for the main queue at a deadline.
    var lastSequenceNumber: UInt64 { state.withLock { $0.lastSequenceNumber } }

    /// - Parameter isOnMain: True when the main thread or the main queue lets the object go.
    /// - Returns: Nil when it is expected to go already.
    func add(
        _ object: AnyObject, _ id: ObjectID, _ terms: Terms, isOnMain: Bool, at now: UInt64
    ) -> ExpectationToken? {
        let since = milliseconds(at: now)
        return state.withLock { state in
            guard state.expectations.index(forKey: id) == nil else { return nil }
            state.lastSequenceNumber += 1
            let stamp = ExpectationStamp(state.lastSequenceNumber, isOnMain: isOnMain)
            let token = ExpectationToken(id: id, stamp: stamp)
            state.expectations[id] = Expectation(object: object, stamp: stamp, since: since)
            if !terms.isUsual { state.terms[id] = terms }
            // What a test let go is judged at its end.
            if terms.scope.isNone { state.addDeadline(token, limit: terms.limit, at: now) }
            return token
        }
    }

    func remove(_ id: ObjectID) {
        state.withLock { $0.remove(id) }
    }

    /// Takes one expectation back, unless it is over.
    func remove(_ token: ExpectationToken) {
        state.withLock { if $0.isPending(token) { $0.remove(token.id) } }
    }

    /// Whether an object should be freed.
    func contains(_ id: ObjectID) -> Bool { state.withLock { $0.expectations[id] != nil } }

    /// Says that the main-queue work that was pending at an expectation has run.
    func mainQueueRan(upTo sequenceNumber: UInt64) {
        state.withLock { state in
            state.servedSequenceNumber = max(state.servedSequenceNumber, sequenceNumber)
            state.deadlines.mainQueueRan()
        }
    }

    /// The objects that are still there, in the order of their ids; forgets those that are gone.
    func survivors(at now: UInt64) -> [Survivor] {
        let age = milliseconds(at: now)
        // Letting go of a loaded reference may run the object's deinit, which comes back here: so
        // they all leave the lock before.
        let candidates = state.withLock { $0.takeCandidates(at: age) }
        return withExtendedLifetime(candidates) {
            candidates.compactMap(\.survivor).sorted { $0.id < $1.id }
        }
    }

    private func milliseconds(at now: UInt64) -> UInt32 {
        UInt32(clamping: (now - min(now, beginning)) / 1_000_000)
    }
}

// MARK: - Deadlines

extension Expectations {
    /// What a tick found.
    struct Overdue {
        /// Those that are still there, in the order of their ids.
        fileprivate(set) var survivors: [Survivor] = []
        /// True when some wait for the main queue, where a mark must be put.
        fileprivate(set) var needsMark = false
        /// The survivors that the main thread let go: if the last other reference to one goes just
        /// now, it must end there.
        fileprivate let onMain = HeldObjects()
        fileprivate let others = HeldObjects()
    }

    /// Has `onTick` called regularly while deadlines are to come; without it nothing ticks.
    func tickRegularly(_ onTick: @escaping @Sendable () -> Void) {
        state.withLock { $0.deadlines.onTick = onTick }
    }

    /// Counts the time since the last tick and finds the objects whose time is over; each only once.
    func tick(at now: UInt64) -> Overdue {
        let overdue = state.withLock { $0.takeOverdue(at: now) }
        overdue.others.release()
        if !overdue.onMain.isEmpty { DispatchQueue.main.async { overdue.onMain.release() } }
        return overdue
    }

    /// Judges at no deadline any more.
    func endDeadlines() {
        state.withLock { $0.deadlines.end() }
    }
}

extension Expectations.State {
    fileprivate func isPending(_ token: ExpectationToken) -> Bool {
        expectations.isPending(token)
    }

    fileprivate mutating func remove(_ id: ObjectID) {
        guard expectations.removeValue(forKey: id) != nil, !terms.isEmpty else { return }
        terms[id] = nil
    }

    fileprivate mutating func addDeadline(
        _ token: ExpectationToken, limit: UInt64, at now: UInt64
    ) {
        // Most objects are freed long before: their deadlines go once they are the most.
        if deadlines.count > 64 + 2 * expectations.count {
            let expectations = expectations
            deadlines.removeAll { !expectations.isPending($0) }
        }
        deadlines.add(token, limit: limit, at: now)
    }

    /// All that are still there; forgets the others.
    fileprivate mutating func takeCandidates(at age: UInt32) -> [Expectations.Candidate] {
        var found: [Expectations.Candidate] = []
        var gone: [ObjectID] = []
        var index = expectations.startIndex
        while index != expectations.endIndex {
            let id = expectations.keys[index]
            let since = expectations.values[index].since
            let expectedFor = UInt64(age - min(age, since)) * 1_000_000
            if let candidate = candidate(id, at: index, expectedFor: expectedFor) {
                found.append(candidate)
            } else {
                gone.append(id)
            }
            expectations.formIndex(after: &index)
        }
        for id in gone { remove(id) }
        return found
    }

    fileprivate mutating func takeOverdue(at now: UInt64) -> Expectations.Overdue {
        let expectations = expectations
        if expectations.isEmpty { deadlines.removeAll { _ in true } }
        var overdue = Expectations.Overdue()
        overdue.needsMark = deadlines.tick(
            at: now, mark: lastSequenceNumber + 1, isPending: expectations.isPending)
        if overdue.needsMark { lastSequenceNumber += 1 }
        let ready = deadlines.takeReady(served: servedSequenceNumber)
        for due in ready {
            guard let index = expectations.index(of: due.element),
                let candidate = candidate(
                    due.element.id, at: index, expectedFor: deadlines.elapsed - due.since)
            else { continue }
            if let survivor = candidate.survivor { overdue.survivors.append(survivor) }
            (candidate.isOnMain ? overdue.onMain : overdue.others).add(candidate.object)
        }
        overdue.survivors.sort { $0.id < $1.id }
        return overdue
    }

    /// - Returns: Nil when the object is gone.
    private func candidate(
        _ id: ObjectID, at index: Dictionary<ObjectID, Expectations.Expectation>.Index,
        expectedFor: UInt64
    ) -> Expectations.Candidate? {
        // Read in place: to copy a weak reference is to make another one.
        guard let object = expectations.values[index].object else { return nil }
        let stamp = expectations.values[index].stamp
        let terms = terms.isEmpty ? nil : terms[id]
        let isEarly = terms.map { $0.isPatient && expectedFor < $0.limit } ?? false
        let survivor = Expectations.Survivor(
            id: id, scope: terms?.scope ?? .none,
            mainQueueRan: stamp.isServed(upTo: servedSequenceNumber), expectedFor: expectedFor,
            type: ObjectIdentifier(type(of: object)))
        return Expectations.Candidate(
            object: object, survivor: isEarly ? nil : survivor, isOnMain: stamp.isOnMain)
    }
}

extension [ObjectID: Expectations.Expectation] {
    /// Where the expectation stands, if it is not over.
    fileprivate func index(of token: ExpectationToken) -> Index? {
        index(forKey: token.id).flatMap { values[$0].stamp == token.stamp ? $0 : nil }
    }

    fileprivate func isPending(_ token: ExpectationToken) -> Bool { index(of: token) != nil }
}
