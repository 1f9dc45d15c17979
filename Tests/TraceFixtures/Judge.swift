// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that other people wrote, which says whether output is what it should be.
package enum Judge {
    /// The folder of the judges' commands; nil where `Tools/install-judges` was not run.
    package static let folder: String? = {
        let folder = "\(BuiltProducts.packageRoot)/.build/judges"
        return FileManager.default.fileExists(atPath: "\(folder)/installed.txt")
            ? "\(folder)/bin" : nil
    }()

    /// True when the tests that ask a judge can run.
    package static var isInstalled: Bool { folder != nil }

    /// Runs a Python script of `Tests/Judges` to its end.
    ///
    /// - Parameters:
    ///   - script: The script's name, such as `sarif_report.py`.
    ///   - arguments: The files to judge.
    ///   - seconds: After which it is killed.
    package static func ask(
        _ script: String, _ arguments: [String], within seconds: Double = 120
    ) throws -> FinishedProcess {
        try FinishedProcess(
            path: "\(folder ?? "")/python3",
            ["\(BuiltProducts.packageRoot)/Tests/Judges/\(script)"] + arguments, within: seconds)
    }
}
