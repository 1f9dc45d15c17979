// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBFindingText
import Testing
import XCTest

/// Fails the running test in whichever framework runs it.
enum TestFailure {
    /// Records a verdict: a failure, or else warnings.
    static func record(_ verdict: LeakVerdict, file: StaticString, line: UInt) {
        record(verdict.message, file: file, line: line)
        warn(of: verdict)
        if let obstacle = verdict.obstacleToGrowth {
            warn(obstacle, at: SourcePlace("\(file)", Int(line)))
        }
    }

    /// Shows what does not fail the test, each at its line: known findings, and violations of the
    /// lifecycle in a test that does not fail. Swift Testing shows one without a line at the
    /// location.
    static func warn(of verdict: LeakVerdict, at location: SourceLocation? = nil) {
        for known in verdict.acceptances { accept(known.text, at: known.place, location) }
        for note in verdict.notes { warn(note.text, at: note.place) }
    }

    /// Shows a known finding: a known issue in Swift Testing, or output in XCTest.
    private static func accept(
        _ text: String, at place: SourcePlace?, _ location: SourceLocation?
    ) {
        guard TestFramework.current == .swiftTesting else {
            return warn("ribleak: \(text)", at: place, as: "note")
        }
        let location =
            place.map { SourceLocation($0) } ?? location ?? Test.current?.sourceLocation
            ?? #_sourceLocation
        withKnownIssue(sourceLocation: location) {
            Issue.record("\(text)", sourceLocation: location)
        }
    }

    /// Shows a line that does not fail the test: a warning in Swift Testing, or output in XCTest.
    static func warn(_ text: String, at place: SourcePlace?, as sort: String = "warning") {
        #if compiler(>=6.3)
            if let place, TestFramework.current == .swiftTesting {
                Issue.record("\(text)", severity: .warning, sourceLocation: SourceLocation(place))
                return
            }
        #endif
        print("\(place.map { "\($0.pathHere):\($0.line): " } ?? "")\(sort): \(text)")
    }

    /// Records a failure, if there is one, with the right framework. Each silently ignores what is
    /// reported to the other.
    static func record(_ message: String?, file: StaticString, line: UInt) {
        guard let message else { return }
        switch TestFramework.current {
        case .xcTest: XCTFail(message, file: file, line: line)
        case .swiftTesting:
            // The caller's module is not known.
            let location = SourceLocation(
                fileID: "\(file)", filePath: "\(file)", line: Int(line), column: 1)
            Issue.record("\(message)", sourceLocation: location)
        }
    }
}

extension SourceLocation {
    /// Makes a location from a place in the project, in the module of the running test. The place's
    /// own module is not known, and Swift Testing stops at a location without one.
    init(
        _ place: SourcePlace,
        module: String = Test.current?.sourceLocation.moduleName ?? "Tests"
    ) {
        let name = place.file.split(separator: "/").last ?? "unknown"
        self.init(
            fileID: "\(module)/\(name)", filePath: place.pathHere, line: place.line, column: 1)
    }
}

/// The framework that runs the calling test and receives its failures.
enum TestFramework {
    case xcTest
    case swiftTesting

    /// Swift Testing knows its test only on the test's own tasks. On other threads, the process
    /// decides: `swift test` runs each framework in a process of its own.
    static var current: TestFramework {
        Test.current != nil || runsSwiftTesting ? .swiftTesting : .xcTest
    }

    private static let runsSwiftTesting = {
        let arguments = CommandLine.arguments
        guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
        return arguments.dropFirst(option + 1).first == "swift-testing"
    }()
}

extension Test {
    /// Attaches the whole report to this test, for whoever looks at its failure.
    func attach(_ report: RunReport) {
        // Toolchains before 6.2 have attachments, but not as public API.
        #if compiler(>=6.2)
            let text = TextReport(limit: nil).text(for: report)
            Attachment.record(text, named: "leaks.txt", sourceLocation: sourceLocation)
            let json = JSONReport().text(for: report)
            Attachment.record(json, named: "leaks.json", sourceLocation: sourceLocation)
        #endif
    }
}
