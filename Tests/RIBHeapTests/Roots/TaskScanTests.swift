// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct TaskScanTests {
    private func find(_ limits: SearchLimits = SearchLimits()) -> Set<UInt> {
        let memory = GuardedMemory()
        guard let first = SwiftTask.metadata(memory) else { return [] }
        return Set(ProcessMaps().allocations(beginningWith: first, memory, limits))
    }

    @Test func findsATaskThatOnlyWhatItWaitsForKnowsUnlessTheTimeIsOver() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { for await _ in stream {} }
        // A task is one reference, to the object that the scan is for.
        #expect(find().contains(unsafeBitCast(task, to: UInt.self)))
        let outOfTime = find(SearchLimits { true })
        #expect(outOfTime == [])
        continuation.finish()
        await task.value
    }

    /// As sanitizers reserve it, by the terabyte.
    @Test func addressSpaceThatIsOnlyReservedIsSkipped() throws {
        let bytes = 1 << 38
        let place = mmap(
            nil, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        try #require(place != MAP_FAILED)
        defer { munmap(place, bytes) }
        // It is asked once for each 256 KiB.
        var asked = 0
        _ = find(
            SearchLimits {
                asked += 1
                return asked > 100_000
            })
        #expect(asked <= 100_000)
    }
}
