import Foundation
import Testing
import TraceFixtures

/// A search beside threads that change what it walks ends in time and in little memory, finds what stays, and
/// its process goes on.
@Suite struct AttackedHeapTests {
    private static let isNight = ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] != nil

    /// By night beside 2 million objects and a list of a million, 200 times.
    @Test func everySearchFindsWhatStays() throws {
        let sizes =
            Self.isNight
            ? ["2000000", "attacked", "1000000", "200"] : ["50000", "attacked", "20000", "5"]
        let walks = try FinishedProcess(
            path: BuiltProducts.folder.appendingPathComponent("heap-walks").path, sizes,
            within: Self.isNight ? 3_600 : 60)
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
