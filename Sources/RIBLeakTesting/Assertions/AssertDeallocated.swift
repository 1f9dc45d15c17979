// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace

/// Sets the variable to nil and fails the test if its object is not freed then.
///
/// The failure says what keeps the object alive, where it was made and where it stands in the tree.
/// An object of any class will do, attached or not. What goes with it must be let go as well, as with
/// `assertNoLeaks`, and the waiting is the same.
///
/// The variable must be the last that holds the object in the test. A property with observers or a
/// wrapper gets its nil too late: move the object to a local variable first.
///
/// - Parameters:
///   - object: A variable with the object; nil afterwards.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
@_disfavoredOverload
public func assertDeallocated<Object>(
    _ object: inout Object?, file: StaticString = #filePath, line: UInt = #line,
    function: StaticString = #function
) {
    let check = LeakCheck(name: "\(function)")
    let awaited = check.run { ExpectedDeallocation(takenFrom: &object) }
    let verdict = awaited.judged(check.end(asserting: awaited.id))
    TestFailure.record(verdict, file: file, line: line)
}

/// Fails the test if the object that `make` returns is not freed then.
///
/// Make the object inside, and use it there: attach it, detach it, and return it. So nothing of the
/// test holds it, in debug builds neither. The rest is as with the form for a variable.
///
/// - Parameters:
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - make: Returns the object.
/// - Throws: What `make` throws; then nothing is judged.
@_disfavoredOverload
public func assertDeallocated<Object>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ make: () throws -> Object?
) rethrows {
    let check = LeakCheck(name: "\(function)")
    do {
        let awaited = try check.run { try ExpectedDeallocation(madeBy: make) }
        let verdict = awaited.judged(check.end(asserting: awaited.id))
        TestFailure.record(verdict, file: file, line: line)
    } catch {
        _ = check.end()
        throw error
    }
}

/// As the synchronous `assertDeallocated`, for tests that await, on the main actor or elsewhere.
///
/// A property of an actor cannot be lent to it: move the object to a local variable first.
///
/// - Parameters:
///   - object: A variable with the object; nil afterwards.
///   - isolation: The caller's actor.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
public func assertDeallocated<Object>(
    _ object: inout Object?, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function
) async {
    let check = LeakCheck(name: "\(function)")
    let awaited = check.run { ExpectedDeallocation(takenFrom: &object) }
    let verdict = awaited.judged(await check.endAwaiting(asserting: awaited.id))
    TestFailure.record(verdict, file: file, line: line)
}

/// As the synchronous `assertDeallocated`, for tests that await, on the main actor or elsewhere.
///
/// - Parameters:
///   - isolation: The caller's actor, on which `make` runs.
///   - file: Where the failure is shown: the caller.
///   - line: As `file`.
///   - function: Names the check in the report: the caller.
///   - make: Returns the object.
/// - Throws: What `make` throws; then nothing is judged.
public func assertDeallocated<Object>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ make: () async throws -> Object?
) async rethrows {
    let check = LeakCheck(name: "\(function)")
    do {
        let awaited = try await check.run { try await ExpectedDeallocation(madeBy: make) }
        let verdict = awaited.judged(await check.endAwaiting(asserting: awaited.id))
        TestFailure.record(verdict, file: file, line: line)
    } catch {
        _ = await check.endAwaiting()
        throw error
    }
}

#if !BesideRIBs
    import RIBs
#endif

/// An object that a test says must be freed. Nothing here holds it.
struct ExpectedDeallocation {
    private weak var object: AnyObject?
    private let type: String
    /// The id it has in the trace; none when it has none.
    let id: ObjectID
    /// Why there is nothing to wait for.
    private let problem: String?

    /// Takes the object out of a variable and expects it to go.
    ///
    /// Never inlined: a debug build may keep a copy until its function returns.
    @inline(never)
    init<Object>(takenFrom variable: inout Object?) {
        guard let value = variable else {
            self.init(problem: "There was no object that could be freed: it was nil before.")
            return
        }
        guard Swift.type(of: value as Any) is AnyClass else {
            self.init(problem: "\(Object.self) is no class, so nothing of it can be freed.")
            return
        }
        self.init(value as AnyObject)
        variable = nil
    }

    /// Makes the object and expects it to go.
    @inline(never)
    init<Object>(madeBy make: () throws -> Object?) rethrows {
        var object = try make()
        self.init(takenFrom: &object)
    }

    /// As the synchronous form.
    @inline(never)
    init<Object>(
        isolation: isolated (any Actor)? = #isolation, madeBy make: () async throws -> Object?
    ) async rethrows {
        var object = try await make()
        self.init(takenFrom: &object)
    }

    private init(problem: String) {
        object = nil
        type = ""
        id = .none
        self.problem = problem
    }

    private init(_ object: AnyObject) {
        let recorder = Recorder.shared
        #if BesideRIBs
            let recorded = ObjectID.none
        #else
            let recorded = recordedID(of: object)
        #endif
        let id = recorded.isNone ? recorder.identify(object, as: .object) : recorded
        // What was let go before is judged here and not where that was.
        recorder.cancelExpectation(for: id)
        recorder.expectDeallocation(of: object, id: id, isReporting: !recorded.isNone)
        self.object = object
        self.id = id
        type = String(describing: Swift.type(of: object))
        problem = nil
    }

    /// Adds to a verdict what the analysis cannot say.
    func judged(_ verdict: LeakVerdict) -> LeakVerdict {
        var verdict = verdict
        if let problem {
            verdict.failures.append(problem)
        } else if verdict.isJudged, verdict.findings.isEmpty, object != nil {
            verdict.failures.append(
                "\(type) is still alive, and the recording does not say why: was the main queue "
                    + "blocked?")
        }
        return verdict
    }
}
