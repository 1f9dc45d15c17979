// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct ProcessMapsTests {
    private let maps = ProcessMaps(
        text: """
            1000-2000 r-xp 00000000 08:01 42   /usr/lib/libdispatch.so
            2000-3000 rw-p 00001000 08:01 42   /usr/lib/libdispatch.so
            3000-5000 rw-p 00000000 00:00 0
            6000-7000 rw-p 00000000 00:00 0    [heap]
            7000-8000 rw-s 00000000 00:01 44   /dev/zero (deleted)
            nonsense
            9000-8000 rw-p 00000000 00:00 0
            a000-b000 rw-p 00000000 08:01 43   /a folder/libother.so (deleted)
            """)

    @Test func hasWhatIsWritableAndNotShared() {
        #expect(maps.mappings.map(\.region.lowerBound) == [0x2000, 0x3000, 0x6000, 0xa000])
        #expect(maps.mappings.map(\.path).last == "/a folder/libother.so (deleted)")
    }

    @Test func findsTheMappingOfAnAddress() {
        #expect(maps.mapping(of: 0x2fff)?.path == "/usr/lib/libdispatch.so")
        #expect(maps.mapping(of: 0x6000)?.path == "[heap]")
        for address: UInt in [0, 0x1000, 0x5000, 0x7000, 0xb000, .max] {
            #expect(maps.mapping(of: address) == nil)
        }
    }

    @Test func aLibrarysVariablesIncludeTheZeroedOnes() {
        #expect(
            maps.variables(ofLibraries: ["libdispatch.so"]) == [
                0x2000..<0x3000, 0x3000..<0x5000,
            ])
    }

    @Test func knowsThisProcess() {
        var variable = 0
        withUnsafeMutablePointer(to: &variable) {
            #expect(ProcessMaps().mapping(of: UInt(bitPattern: $0)) != nil)
        }
    }
}
