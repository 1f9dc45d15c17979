import XCTest

extension XCTestCase {
    /// Fails this test, which must be running, for what a check found: at the line that the report
    /// names for the first finding, and at none where no finding has a line of the project.
    func recordFailure(of verdict: LeakVerdict) {
        guard let message = verdict.message else { return TestFailure.warn(of: verdict) }
        let place = verdict.findings.lazy.compactMap(\.place).first
        #if canImport(Darwin)
            let location = place.map {
                XCTSourceCodeLocation(filePath: $0.pathHere, lineNumber: $0.line)
            }
            record(
                XCTIssue(
                    type: .assertionFailure, compactDescription: message,
                    sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
            // What XCTest itself says of a failure that has no place.
            recordFailure(
                withDescription: message, inFile: place?.pathHere ?? "<EXPR>",
                atLine: place?.line ?? 0, expected: true)
        #endif
    }
}
