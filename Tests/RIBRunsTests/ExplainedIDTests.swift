// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis
@testable import RIBRuns

@Suite struct ExplainedIDTests {
    @Test(
        arguments: [
            ("0123", .finding("0123")), ("0123456789ABCDEF", .finding("0123456789abcdef")),
            ("object:17", .object(17)), ("#17", .object(17)), ("subscription:5", .subscription(5)),
            ("object:17@4711", .object(17, process: 4711)),
            ("subscription:5@9", .subscription(5, process: 9)),
            ("leaked-router", .kind(.leakedRouter)),
        ] as [(String, ExplainedID)])
    func understands(text: String, id: ExplainedID) { #expect(ExplainedID(text) == id) }

    @Test(arguments: [
        "", "012", "0123456789abcdef0", "xyz1", "#", "#0", "#-1", "#+1", "object:", "object:x",
        "subscription:99999999999999999999", "router:5", "object:17@", "object:17@x", "object:17@0",
        "0123@7", "leaked-router@7", "object:1@2@3", "٠١٢٣",
    ])
    func refuses(text: String) {
        #expect(ExplainedID(text) == nil)
        #expect(ExplainedID("#7") == .object(7))
    }
}
