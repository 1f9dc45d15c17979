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
    ///
    /// What can be run is a copy that another process made. A process that another test starts while this
    /// one writes inherits the open file, and the system starts nothing that somebody may still write to.
    func script(_ name: String, _ text: String) throws -> String {
        let path = try write("\(name).text", Array("#!/bin/sh\n\(text)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let copied = try FinishedProcess(path: "/bin/cp", ["-p", path, file(name)])
        guard copied.code == 0 else { throw CocoaError(.fileWriteUnknown) }
        return file(name)
    }
}
