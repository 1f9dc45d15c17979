// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBRecorder
import RIBTrace

/// Sets the variable to nil and fails the test if its object is not freed then.
///
/// The failure says what keeps the object alive, where it was made and where it is in the tree. The
/// object may be of any class, attached or not. Release what belongs to it as well, as with
/// `assertNoLeaks`, which also waits in the same way.
///
/// The variable must be the last reference to the object in the test. A property with observers or
/// a wrapper becomes nil too late: move the object to a local variable first.
///
/// - Parameters:
///   - object: A variable with the object. It is nil afterwards.
///   - file: Where the failure appears: the caller.
///   - line: See `file`.
///   - function: Names the check in the report: the caller.
@_disfavoredOverload
public func assertDeallocated<Object>(
    _ object: inout Object?, file: StaticString = #filePath, line: UInt = #line,
    function: StaticString = #function
) {
    let (awaited, verdict) = LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file)
    ) { ExpectedDeallocation(takenFrom: &object) }
    TestFailure.record(awaited.judged(verdict), file: file, line: line)
}

/// Fails the test if the object that `make` returns is not freed.
///
/// Make the object inside the closure and use it there: attach it, detach it, and return it. Then
/// nothing in the test holds it, not even in debug builds. Everything else is the same as in the
/// form for a variable.
///
/// - Throws: What `make` throws. Nothing is judged then.
@_disfavoredOverload
public func assertDeallocated<Object>(
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
    _ make: () throws -> Object?
) rethrows {
    let (awaited, verdict) = try LeakCheck.checked(
        "\(function)", baseline: BaselineSource(of: file)
    ) {
        var object = try make()
        return ExpectedDeallocation(takenFrom: &object)
    }
    TestFailure.record(awaited.judged(verdict), file: file, line: line)
}

/// Like the synchronous `assertDeallocated`, for tests that await, on the caller's actor. A
/// property of an actor cannot be passed: move the object to a local variable first.
public func assertDeallocated<Object>(
    _ object: inout Object?, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function
) async {
    let check = LeakCheck(name: "\(function)", baseline: BaselineSource(of: file))
    let awaited = check.run { ExpectedDeallocation(takenFrom: &object) }
    let verdict = awaited.judged(await check.endAwaiting())
    TestFailure.record(verdict, file: file, line: line)
}

/// Like the synchronous `assertDeallocated`, for tests that await. `make` runs on the caller's
/// actor.
public func assertDeallocated<Object>(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath,
    line: UInt = #line, function: StaticString = #function, _ make: () async throws -> Object?
) async rethrows {
    let (awaited, verdict) = try await LeakCheck.checkedAwaiting(
        "\(function)", baseline: BaselineSource(of: file)
    ) {
        var object = try await make()
        return ExpectedDeallocation(takenFrom: &object)
    }
    TestFailure.record(awaited.judged(verdict), file: file, line: line)
}

// `RIBLEAK_BESIDE_RIBS=1` sets `BesideRIBs`, for apps that keep uber's RIBs. This package's RIBs
// are left out then, so no object has an id of its own.
#if !BesideRIBs
    import RIBs
#endif

/// An object that a test says must be freed. Nothing here holds it.
struct ExpectedDeallocation {
    private weak var object: AnyObject?
    private var type = ""
    /// Why there is nothing to wait for.
    private var problem: String?

    /// Takes the object out of a variable and expects it to be freed.
    ///
    /// Never inlined: a debug build may keep a copy until its function returns.
    @inline(never)
    init<Object>(takenFrom variable: inout Object?) {
        guard let value = variable else {
            problem = "There was no object to free: the variable was already nil."
            return
        }
        guard Swift.type(of: value as Any) is AnyClass else {
            problem = "\(Object.self) is not a class, so there is no object to free."
            return
        }
        expect(value as AnyObject)
        variable = nil
    }

    private mutating func expect(_ object: AnyObject) {
        let recorder = Recorder.shared
        #if BesideRIBs
            let recorded = ObjectID.none
        #else
            let recorded = recordedID(of: object)
        #endif
        let id = recorded.isNone ? recorder.identify(object, as: .object) : recorded
        recorder.assertDeallocation(of: object, id: id, isReporting: !recorded.isNone)
        self.object = object
        type = String(describing: Swift.type(of: object))
    }

    /// Adds what the analysis cannot know: why there was no object to wait for, or that the object
    /// is still alive, although no leak explains it, not even one that the project lets pass.
    func judged(_ verdict: LeakVerdict) -> LeakVerdict {
        var verdict = verdict
        if let problem {
            verdict.failures.append(problem)
        } else if verdict.isJudged, verdict.findings.isEmpty, object != nil,
            !(verdict.libraryLeaks + verdict.known).contains(where: keeps)
        {
            verdict.failures.append(
                "\(type) is still alive, and the recording does not say why: was the main queue "
                    + "blocked?")
        }
        return verdict
    }

    /// Whether a leak is about the object, or keeps it alive.
    private func keeps(_ leak: Finding) -> Bool {
        leak.type == type || leak.victims.contains { $0.type == type }
    }
}
