// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A small library to be loaded before all others, built for a test.
final class PreloadedLibrary {
    /// Without a blank, which would make two of it.
    let path: String

    /// - Parameter source: C.
    init(_ source: String) throws {
        let built = try BuiltPlugin("preloaded", source: source, flags: ["-ldl"])
        path = "/tmp/ribleak-preloaded-\(UUID().uuidString).so"
        try FileManager.default.copyItem(atPath: built.path, toPath: path)
    }

    deinit {
        unlink(path)
    }
}
