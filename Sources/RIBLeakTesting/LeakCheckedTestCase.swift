import RIBAnalysis
import XCTest

/// A test case that checks each of its tests for leaks, after `tearDown`.
///
/// Inherit from it instead of `XCTestCase`; nothing else changes. What a test's properties still
/// hold after `tearDown` counts as leaked, so set them to nil there.
open class LeakCheckedTestCase: XCTestCase {
    open override func invokeTest() {
        let check = LeakCheck(name: name)
        check.run { super.invokeTest() }
        let verdict = check.end()
        for (index, message) in verdict.messages.enumerated() {
            let finding = index < verdict.findings.count ? verdict.findings[index] : nil
            fail(message, at: finding?.place)
        }
    }

    /// Fails the test at a place that only the trace knows.
    private func fail(_ message: String, at place: (file: String, line: Int)?) {
        let file = place?.file ?? "\(#filePath)"
        let line = place?.line ?? #line
        #if canImport(Darwin)
            let context = XCTSourceCodeContext(
                location: XCTSourceCodeLocation(filePath: file, lineNumber: line))
            record(
                XCTIssue(
                    type: .assertionFailure, compactDescription: message,
                    sourceCodeContext: context))
        #else
            recordFailure(withDescription: message, inFile: file, atLine: line, expected: true)
        #endif
    }
}

extension Finding {
    /// The line of the project that is nearest the mistake: where the RIB was detached or the
    /// value was subscribed to, else where the object was made.
    fileprivate var place: (file: String, line: Int)? {
        let stacks = [stacks.subscribe, stacks.detach, stacks.allocation]
        return stacks.lazy.compactMap { $0?.frames }.joined().lazy.compactMap { frame in
            guard let file = frame.file, let line = frame.line else { return nil }
            return (file, line)
        }.first
    }
}
