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
            TraceError.reason(ofReading: code)
                == "\(reason); run ribleak as the user who recorded it, or change the permissions")
    }

    @Test func otherReasonsStandAlone() {
        #expect(TraceError.reason(ofReading: ENOENT) == "No such file or directory")
    }
}
