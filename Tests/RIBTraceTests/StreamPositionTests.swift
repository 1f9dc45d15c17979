// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrace

@Suite struct StreamPositionTests {
    @Test func sharesItsCacheLinesWithNothingElse() {
        let position = StreamPosition.allocate()
        defer { position.deallocate() }

        #expect(Int(bitPattern: position) % 128 == 0)
        #expect(MemoryLayout<StreamPosition>.size <= 128)
    }

    @Test func beginsWithTheCountThatOtherThreadsRead() {
        #expect(MemoryLayout<StreamPosition>.offset(of: \.appended) == 0)
    }
}
