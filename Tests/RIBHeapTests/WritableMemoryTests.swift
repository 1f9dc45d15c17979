import Testing

@testable import RIBHeap

@Suite struct WritableMemoryTests {
    @Test func neighboursAreOne() {
        let lines = """
            1000-2000 rw-p 00000000 00:00 0
            2000-3000 rw-p 00000000 00:00 0          [heap]
            4000-5000 r--p 00000000 08:01 12         /usr/lib/libc.so
            6000-7000 -w-p 00000000 00:00 0
            """
        #expect(WritableMemory.ranges(Array(lines.utf8)) == [0x1000..<0x3000, 0x6000..<0x7000])
    }

    @Test func whatIsNoLineIsLeftOut() {
        let lines = "nothing\n\n2000-1000 rw-p 0\nx-y rw-p 0\n1000 rw-p\n"
        #expect(WritableMemory.ranges(Array(lines.utf8)) == [])
    }

    @Test func knowsWhereAnAddressLies() {
        let memory = WritableMemory(ranges: [0x1000..<0x2000, 0x4000..<0x5000])
        let inside: [UInt] = [0x1000, 0x1FFF, 0x4800]
        let outside: [UInt] = [0, 0xFFF, 0x2000, 0x3FFF, 0x5000]
        #expect(inside.allSatisfy(memory.contains))
        #expect(!outside.contains(where: memory.contains))
    }

    @Test func objectsLieInIt() {
        let object = [1, 2, 3].map { $0 + 1 }
        object.withUnsafeBytes {
            #expect(WritableMemory().contains(UInt(bitPattern: $0.baseAddress)))
        }
    }
}
