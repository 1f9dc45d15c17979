import RIBAnalysis
import XCTest

extension XCTestCase {
    /// Fails this test, which must be running, for what a check found: at a place that only the trace
    /// knows.
    func recordFailure(of verdict: LeakVerdict) {
        guard let message = verdict.message else { return TestFailure.warn(of: verdict) }
        let place = verdict.findings.first?.place
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
