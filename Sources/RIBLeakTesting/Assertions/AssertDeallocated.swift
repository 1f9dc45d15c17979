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
    let awaited = check.run { AwaitedObject(takenFrom: &object) }
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
        let awaited = try check.run { try AwaitedObject(madeBy: make) }
        let verdict = awaited.judged(check.end(asserting: awaited.id))
        TestFailure.record(verdict, file: file, line: line)
    } catch {
        _ = check.end()
        throw error
    }
}
