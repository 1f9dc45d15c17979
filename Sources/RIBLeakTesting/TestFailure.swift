import Testing
import XCTest

/// Fails the running test, whichever framework runs it.
enum TestFailure {
    /// Each framework ignores, without a word, what is reported to the other.
    static func record(_ message: String, file: StaticString, line: UInt) {
        if Test.current != nil {
            let location = SourceLocation(
                fileID: "\(file)", filePath: "\(file)", line: Int(line), column: 1)
            Issue.record("\(message)", sourceLocation: location)
        } else {
            XCTFail(message, file: file, line: line)
        }
    }
}
