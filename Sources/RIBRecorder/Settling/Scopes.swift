// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// The tests that are running, and the test that the calling code works for.
///
/// A test's own work carries its scope in a task-local value. That follows it through `await` and
/// into tasks, and works without tasks too. Work of other threads belongs to a test only if tests
/// run one at a time, as in XCTest, and not side by side, as in Swift Testing.
final class Scopes: Sendable {
    private struct Running {
        let scope: ScopeID
        let runsAlone: Bool
        /// The address of the task that began it, which runs the test's own code; nil without one.
        let task: UInt?
        /// How many events that deserve a judgement there were when it began.
        let suspiciousEvents: UInt64
        var bodyEnd: (time: UInt64, lastExpectation: UInt64)?
    }

    private struct State {
        var running: [Running] = []
        /// The tests that ended while some objects that they released could not be judged yet.
        var unjudged: Set<ScopeID> = []
        /// The enclosing scope of each scope that began inside another one.
        var outer: [ScopeID: ScopeID] = [:]
        var lastID: UInt64 = 0
    }

    /// The scope that the running task or code works for.
    @TaskLocal static var carried = ScopeID.none

    /// Its number is how many tests run: usually none, so it is read first, without the lock.
    private let state = Protected(State())

    /// The scope that the calling code works for, or none.
    var current: ScopeID {
        if !isAnyRunning { return .none }
        let carried = Self.carried
        return state.withLock { state in
            if state.running.contains(where: { $0.scope == carried }) { return carried }
            return state.running.last { $0.runsAlone }?.scope ?? .none
        }
    }

    /// The test that is charged with a finding of a scope: the scope itself while it runs, or else
    /// the innermost running scope around it. A finding of no test is charged to the current one.
    func testToCharge(for scope: ScopeID) -> ScopeID {
        if scope.isNone { return current }
        return state.withLock { state in
            var next: ScopeID? = scope
            // An inner scope has a greater number than its outer one, so this ends.
            while let candidate = next {
                if state.running.contains(where: { $0.scope == candidate }) { return candidate }
                next = state.outer[candidate]
            }
            return scope
        }
    }

    func begin(runsAlone: Bool, suspiciousEvents: UInt64) -> ScopeID {
        let (outer, task) = (current, CurrentTask.address)
        return state.withLock { state in
            state.lastID += 1
            let scope = ScopeID(state.lastID)
            if !outer.isNone { state.outer[scope] = outer }
            state.running.append(
                Running(
                    scope: scope, runsAlone: runsAlone, task: task,
                    suspiciousEvents: suspiciousEvents))
            self.state.number = UInt64(state.running.count)
            return scope
        }
    }

    func endBody(of scope: ScopeID, at time: UInt64, _ lastExpectation: UInt64) {
        state.withLock { state in
            guard let index = state.running.lastIndex(where: { $0.scope == scope }) else { return }
            state.running[index].bodyEnd = (time, lastExpectation)
        }
    }

    /// When the body of a test ended, and the number of its last expectation; nil before.
    func bodyEnd(of scope: ScopeID) -> (time: UInt64, lastExpectation: UInt64)? {
        state.withLock { $0.running.last { $0.scope == scope }?.bodyEnd }
    }

    /// How many suspicious events there were when the scope began; 0 for the whole run.
    func suspiciousEvents(at scope: ScopeID) -> UInt64 {
        state.withLock { $0.running.last { $0.scope == scope }?.suspiciousEvents ?? 0 }
    }

    /// Whether a task runs a test's own code.
    func isTest(_ task: UInt) -> Bool {
        state.withLock { $0.running.contains { $0.task == task } }
    }

    /// True while any test runs.
    var isAnyRunning: Bool { state.number > 0 }

    /// True when no other test runs.
    func isOnly(_ scope: ScopeID) -> Bool {
        state.withLock { state in state.running.allSatisfy { $0.scope == scope } }
    }

    /// The tests that ended before everything that they released could be judged.
    var unjudged: Set<ScopeID> { state.withLock { $0.unjudged } }

    /// Notes that everything left of a test has been judged.
    func judged(_ scope: ScopeID) { state.withLock { _ = $0.unjudged.remove(scope) } }

    /// Ends a test. Something that it released may not be judged yet.
    func end(_ scope: ScopeID, isJudged: Bool = true) {
        state.withLock { state in
            if !isJudged { state.unjudged.insert(scope) }
            state.running.removeAll { $0.scope == scope }
            if state.running.isEmpty { state.outer = [:] }
            self.state.number = UInt64(state.running.count)
        }
    }
}

extension Recorder {
    /// The test that the calling code works for, or none.
    package var currentScope: ScopeID { withSession { $0.scopes.current } ?? .none }

    /// Whether a task of the app's runs the calling code, not one that runs a test.
    package var isInTaskOfApp: Bool {
        guard let task = CurrentTask.address else { return false }
        return withSession { !$0.scopes.isTest(task) } ?? true
    }

    /// How many events were recorded; 0 when nothing is.
    package var eventCount: UInt64 { session?.eventCount ?? 0 }
}

/// The task that the calling thread runs.
package enum CurrentTask {
    /// Nil outside tasks, and where the compiler represents a task by more than its address.
    package static var address: UInt? {
        withUnsafeCurrentTask { task in
            guard let task, MemoryLayout.size(ofValue: task) == MemoryLayout<UInt>.size else {
                return nil
            }
            // Safe: the value is a reference to the task, and nothing else.
            return unsafeBitCast(task, to: UInt.self)
        }
    }
}
