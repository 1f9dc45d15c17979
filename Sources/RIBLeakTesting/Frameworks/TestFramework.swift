import Testing

/// Who runs the calling test, and must be told of its failures.
enum TestFramework {
    case xcTest
    case swiftTesting

    /// Swift Testing knows its test on the test's own tasks only. On other threads the process tells:
    /// `swift test` runs each framework in one of its own.
    static var current: TestFramework {
        Test.current != nil || runsSwiftTesting ? .swiftTesting : .xcTest
    }

    private static let runsSwiftTesting = {
        let arguments = CommandLine.arguments
        guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
        return arguments.dropFirst(option + 1).first == "swift-testing"
    }()
}
