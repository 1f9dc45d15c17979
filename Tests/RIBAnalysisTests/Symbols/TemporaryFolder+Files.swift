// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

extension TemporaryFolder {
    /// Writes a file and returns its path.
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Writes a shell script that can be run.
    func script(_ name: String, _ text: String) throws -> String {
        let path = try write(name, Array("#!/bin/sh\n\(text)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }
}
