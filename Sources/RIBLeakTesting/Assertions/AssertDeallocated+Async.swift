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
    let awaited = check.run { AwaitedObject(takenFrom: &object) }
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
        let awaited = try await check.run { try await AwaitedObject(madeBy: make) }
        let verdict = awaited.judged(await check.endAwaiting(asserting: awaited.id))
        TestFailure.record(verdict, file: file, line: line)
    } catch {
        _ = await check.endAwaiting()
        throw error
    }
}
