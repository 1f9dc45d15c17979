// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBs

@Suite struct ThreadLocalTests {
    private final class Thing {}

    @Test func aThreadKeepsWhatItAskedForFirst() {
        let things = ThreadLocal { Thing() }
        let first = things.current
        #expect(first != nil)
        #expect(things.current === first)
    }

    @Test func aThreadThatNeverAskedHasNone() {
        let things = ThreadLocal { Thing() }
        #expect(things.withExisting { _ in true } == nil)
        let first = things.current
        #expect(things.withExisting { $0 === first } == true)
    }
}
