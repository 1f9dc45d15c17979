import Testing

@testable import RIBHeap

@Suite struct GuardedMemoryTests {
    private let memory = GuardedMemory()

    @Test func readsWhatIsThere() {
        var value: UInt = 42
        #expect(withUnsafePointer(to: &value) { memory.word(at: UInt(bitPattern: $0)) } == 42)
    }

    @Test func saysThatThereIsNothing() {
        #expect(memory.word(at: 8) == nil)
    }
}
