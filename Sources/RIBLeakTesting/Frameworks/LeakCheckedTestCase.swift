import XCTest

/// A test case that checks each of its tests for leaks, after `tearDown`.
///
/// Inherit from it instead of `XCTestCase`; nothing else changes. What a test's properties still
/// hold after `tearDown` counts as leaked, so set them to nil there.
open class LeakCheckedTestCase: XCTestCase {
    open override func invokeTest() {
        let check = LeakCheck(name: name, in: .xcTest)
        // The first to be added is the last to run: after those of the test, before `tearDown`.
        addTeardownBlock { check.endBody() }
        check.run { super.invokeTest() }
        recordFailure(of: check.end())
    }
}
