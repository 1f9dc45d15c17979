// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program in a few lines of shell, in place of one that does real work.
package enum ExecutableScript {
    /// Writes the program.
    ///
    /// Another process writes it. If this one did, a program that another test starts meanwhile could
    /// inherit the open file, and then the system would not run the script (`ETXTBSY`).
    ///
    /// - Parameter lines: What stands below `#!/bin/sh`.
    package static func make(_ lines: String, at path: String) throws {
        let write = "printf '%s' \"$1\" > \"$2\" && chmod 755 \"$2\""
        let process = try FinishedProcess(
            path: "/bin/sh", ["-c", write, "sh", "#!/bin/sh\n\(lines)\n", path])
        guard process.code == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
