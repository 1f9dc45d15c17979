// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBReport
import Testing
import XCTest

/// Fails the running test, whichever framework runs it.
enum TestFailure {
    /// Says what a check found: what fails the test, else what it is to be warned of.
    ///
    /// - Parameters:
    ///   - file: Where a failure is shown.
    ///   - line: As `file`.
    static func record(_ verdict: LeakVerdict, file: StaticString, line: UInt) {
        record(verdict.message, file: file, line: line)
        warn(of: verdict)
    }

    /// Says what a test that does not fail did against the lifecycle, each at its line.
    static func warn(of verdict: LeakVerdict) {
        for note in verdict.notes { warn(note.text, at: note.place) }
    }

    /// Shows a line that fails no test: as a warning of Swift Testing, else in XCTest's output.
    ///
    /// - Parameter place: Where; nil where no line of the project is known.
    static func warn(_ text: String, at place: SourcePlace?, as sort: String = "warning") {
        #if compiler(>=6.3)
            if let place, TestFramework.current == .swiftTesting {
                let module = Test.current?.sourceLocation.moduleName ?? "Tests"
                Issue.record(
                    "\(text)", severity: .warning,
                    sourceLocation: SourceLocation(place, module: module))
                return
            }
        #endif
        print("\(place.map { "\($0.pathHere):\($0.line): " } ?? "")\(sort): \(text)")
    }

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
    /// A place of the project.
    ///
    /// - Parameter module: Of the running test: the place's own is not known, and without a module Swift
    ///   Testing stops at it.
    init(_ place: SourcePlace, module: String) {
        let name = place.file.split(separator: "/").last ?? "unknown"
        self.init(
            fileID: "\(module)/\(name)", filePath: place.pathHere, line: place.line, column: 1)
    }

    /// The place of a caller, of which the path is known but not the module.
    init(file: StaticString, line: UInt) {
        self.init(fileID: "\(file)", filePath: "\(file)", line: Int(line), column: 1)
    }
}

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

/// The whole report of a test, for who looks at its failure.
enum LeakAttachments {
    static func record(_ report: RunReport, of test: Test) {
        // Toolchains before 6.2 have attachments, but not for everyone.
        #if compiler(>=6.2)
            let text = TextReport(limit: nil).text(for: report)
            Attachment.record(text, named: "leaks.txt", sourceLocation: test.sourceLocation)
            let json = JSONReport().text(for: report)
            Attachment.record(json, named: "leaks.json", sourceLocation: test.sourceLocation)
        #endif
    }
}
