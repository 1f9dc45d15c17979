// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct TupleLabelsTests {
    @Test func namesAreThoseBeforeTheTypes() {
        #expect(
            TupleLabels(typeName: "(count: Swift.Int, App.Child, child: App.Child)").names
                == ["count", "", "child"])
    }

    @Test func innerNamesDoNotCount() {
        #expect(
            TupleLabels(
                typeName: "(App.Pair<(a: Swift.Int, b: A)>, done: (x: Swift.Int) -> (y: B))"
            ).names == ["", "done"])
    }

    @Test func otherTypesHaveNone() {
        #expect(TupleLabels(typeName: "App.Child").names == [])
        #expect(TupleLabels(typeName: "()").names == [""])
    }
}
