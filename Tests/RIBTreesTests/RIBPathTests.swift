// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrees

@Suite struct RIBPathTests {
    /// The path to the innermost of RIBs of these types, of which the outermost comes first.
    private func path(_ types: [String]) -> String {
        var path = RIBPath()
        for type in types.reversed() {
            guard path.hasRoom() else { break }
            path.add(type: type)
        }
        return path.description
    }

    @Test func ofSixtyFourRIBsIsWhole() {
        let types = ["RootRouter"] + (1...63).map { "A\($0)Router" }
        #expect(path(types) == (["Root"] + (1...63).map { "A\($0)" }).joined(separator: "/"))
    }

    @Test func ofMoreIsCutAtItsBeginning() {
        let types = ["RootRouter"] + (1...64).map { "A\($0)Router" }
        #expect(path(types) == (["…"] + (1...64).map { "A\($0)" }).joined(separator: "/"))
    }

    @Test func ofNamelessTypesIsCutToo() {
        #expect(path(Array(repeating: "", count: 4_096)) == "…" + String(repeating: "/", count: 64))
    }
}
