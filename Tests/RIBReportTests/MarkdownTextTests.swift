// SPDX-License-Identifier: Apache-2.0

import RIBReport
import Testing

@Suite struct MarkdownTextTests {
    @Test func aHostWithoutASchemeIsNoLink() {
        #expect(MarkdownText.escaped("www.evil.org") == "www&#46;evil.org")
        #expect(MarkdownText.code("www.evil.org") == "<code>www&#46;evil.org</code>")
    }
}
