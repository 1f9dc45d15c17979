// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBMCP

@Suite struct TreeAtToolTests {
    @Test func treeAtShowsWhatWasAliveAtAMoment() throws {
        let trace = try TraceBuilder.leaking(["Game"])
        let dialogue = try Dialogue([trace.runsFolder])
        let end = dialogue.call("tree_at")
        let process = try #require(end["processes"]?.array?.first)
        #expect(process["tree"]?.array?.map { $0["ribPath"] } == ["Root"])
        #expect(process["detached"]?.array?.map { $0["type"] } == ["GameRouter"])
        let start = dialogue.call("tree_at", ["at": "0"])
        #expect(start["total"] == 0)
        #expect(start.text.contains("No RIB in the tree"))
        #expect(dialogue.call("tree_at", ["at": "noon"]).text.hasPrefix("'noon': is not a moment"))
        #expect(
            dialogue.call("tree_at", ["process": 5]).text
                == "process 5: is in none of the traces; they have 77")
    }

    @Test func treeAtSaysThatNothingIsAtAPlace() throws {
        let trace = try TraceBuilder()
        let (root, home) = (trace.rib("Root"), trace.rib("Home"))
        trace.launch(root)
        trace.attach(home, to: root)
        trace.settle()
        trace.finish()
        let dialogue = try Dialogue([trace.runsFolder])
        let miss = dialogue.call("tree_at", ["ribPath": "Root/Home/Off/Game"])
        let line =
            "Nothing is at 'Root/Home/Off/Game' at that moment; the nearest place above it is 'Root/Home'."
        #expect(!miss.isError)
        #expect(miss.text.hasSuffix("\n\(line)"), "\(miss.text)")
        #expect(miss["note"]?.string == line)
        #expect(miss["total"] == 0)
        #expect(miss["processes"] == [])
        #expect(
            dialogue.call("tree_at", ["ribPath": "Rooted"])["note"]?.string
                == "Nothing is at 'Rooted' at that moment, nor above it.")
        #expect(dialogue.call("tree_at", ["ribPath": "Root/"])["note"] == .null)
        let long = String(repeating: "x/", count: 900)
        #expect(
            try #require(dialogue.call("tree_at", ["ribPath": .string(long)])["note"]?.string).utf8
                .count < 500)
    }
}
