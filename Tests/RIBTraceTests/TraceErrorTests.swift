// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RIBTrace

@Suite struct TraceErrorTests {
    @Test(arguments: [
        (EACCES, "Permission denied"), (EPERM, "Operation not permitted"),
    ])
    func whatMayNotBeReadSaysWhatToDo(code: Int32, reason: String) {
        #expect(
            SystemError.ofReading(code)
                == "\(reason); run ribleak as the user who recorded it, or change the permissions")
    }

    @Test func otherReasonsStandAlone() {
        #expect(SystemError.ofReading(ENOENT) == "No such file or directory")
    }

    @Test(.disabled(if: geteuid() == 0, "root may read everything"))
    func aTraceThatMayNotBeReadSaysSo() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "ribleak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o300])
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(
            throws: TraceError(
                .notATrace, path: folder.path, SystemError.ofReading(EACCES))
        ) { try TraceReader(folder: folder.path) }
    }
}
