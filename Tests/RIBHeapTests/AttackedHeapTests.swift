// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A search beside threads that change what it walks ends in time and in little memory, finds what stays, and
/// its process goes on.
@Suite struct AttackedHeapTests {
    /// By night one that was built in release: in debug 200 searches take an hour on a busy machine.
    private static let program =
        ProcessInfo.processInfo.environment["RIBLEAK_RELEASE_PRODUCTS"].flatMap {
            Nightly.isOn ? "\($0)/heap-walks" : nil
        } ?? BuiltProducts.folder.appendingPathComponent("heap-walks").path

    /// By night beside 2 million objects and a list of a million, 200 times.
    @Test func everySearchFindsWhatStays() throws {
        let sizes =
            Nightly.isOn
            ? ["2000000", "attacked", "1000000", "200"] : ["50000", "attacked", "20000", "5"]
        let walks = try FinishedProcess(
            path: Self.program, sizes, within: Nightly.isOn ? 7_200 : 600)
        #expect(walks.code == 0)
        #expect(!walks.wasKilled)
        let said = Dictionary(
            uniqueKeysWithValues: walks.output.split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return (words[0], words.last.flatMap { Int($0) } ?? 0)
            })
        #expect(said["found"] == Int(sizes[3]))
        // The search has 2 s of processor time, and ends what it is at.
        #expect(said["milliseconds"] ?? .max < 6_000)
        #expect(said["megabytes"] ?? .max < 300)
        print(walks.output)
    }
}
