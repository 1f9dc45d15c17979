// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of one test, removed with it.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak test \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
