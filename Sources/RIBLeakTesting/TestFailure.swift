import Testing
import XCTest

/// Fails the running test, whichever framework runs it.
enum TestFailure {
    /// Each framework ignores, without a word, what is reported to the other.
    ///
    /// - Parameter message: What is wrong; nil does not fail the test.
    static func record(_ message: String?, file: StaticString, line: UInt) {
        guard let message else { return }
        switch TestFramework.current {
        case .xcTest: XCTFail(message, file: file, line: line)
        case .swiftTesting:
            Issue.record("\(message)", sourceLocation: SourceLocation(file: file, line: line))
        }
    }
}

extension SourceLocation {
    /// The place of a caller, of which the path is known but not the module.
    init(file: StaticString, line: UInt) {
        self.init(fileID: "\(file)", filePath: "\(file)", line: Int(line), column: 1)
    }
}
