// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct TupleLabelsTests {
    @Test func namesAreThoseBeforeTheTypes() {
        #expect(
            SlotFinder.tupleLabels(inName: "(count: Swift.Int, App.Child, child: App.Child)")
                == ["count", "", "child"])
    }

    @Test func innerNamesDoNotCount() {
        #expect(
            SlotFinder.tupleLabels(
                inName: "(App.Pair<(a: Swift.Int, b: A)>, done: (x: Swift.Int) -> (y: B))") == [
                    "", "done",
                ])
    }

    @Test func otherTypesHaveNone() {
        #expect(SlotFinder.tupleLabels(inName: "App.Child") == [])
        #expect(SlotFinder.tupleLabels(inName: "()") == [""])
    }
}
