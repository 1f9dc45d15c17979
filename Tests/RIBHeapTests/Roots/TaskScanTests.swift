import Testing

@testable import RIBHeap

@Suite struct TaskScanTests {
    private func find(_ limits: SearchLimits = SearchLimits()) -> Set<UInt> {
        Set(TaskScan(memory: GuardedMemory(), maps: ProcessMaps()).find(limits))
    }

    @Test func findsATaskThatOnlyWhatItWaitsForKnows() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { for await _ in stream {} }
        // A task is one reference, to the object that the scan is for.
        #expect(find().contains(unsafeBitCast(task, to: UInt.self)))
        continuation.finish()
        await task.value
    }

    @Test func findsNothingWhenTheTimeIsOver() {
        #expect(find(SearchLimits { true }) == [])
    }
}
