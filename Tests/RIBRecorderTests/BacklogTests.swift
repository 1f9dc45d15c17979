// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBRecorder

@Suite struct BacklogTests {
    private let backlog = Backlog<Int>(most: 3)

    @Test func onlyTheFirstMustSeeThatAThreadTakesTheWork() {
        #expect(!backlog.add([]).isFirst)
        #expect(backlog.add([1]).isFirst)
        #expect(!backlog.add([2]).isFirst)
        #expect(backlog.next() == [1, 2])
        #expect(!backlog.add([3]).isFirst)
        #expect(backlog.next() == [3])
        #expect(backlog.next() == nil)
        #expect(backlog.add([4]).isFirst)
    }

    @Test func whatHasNoRoomIsHandedBack() {
        #expect(backlog.add([1, 2]).left == [])
        #expect(backlog.add([3, 4, 5]).left == [4, 5])
        #expect(backlog.add([6]).left == [6])
        #expect(backlog.next() == [1, 2, 3])
        #expect(backlog.add([7]).left == [])
    }
}
