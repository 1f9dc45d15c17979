// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the build made beside the tests.
package enum BuiltProducts {
    /// The folder of the built executables.
    package static let folder: URL = {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        return (tests ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent()
    }()

    /// The package's root.
    package static let packageRoot: String = {
        // This file is Tests/TraceFixtures/BuiltProducts.swift.
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
    }()
}
