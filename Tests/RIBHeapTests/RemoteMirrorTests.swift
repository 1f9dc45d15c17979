// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Testing

@testable import RIBHeap

@Suite struct RemoteMirrorTests {
    /// In a process of its own: other tests may have as many libraries open as are tracked.
    @Test func theMemoryOfALibraryIsKnownWhileItIsOpen() async {
        await #expect(processExitsWith: .success) {
            let mirror = UnsafeMutablePointer<ribleak_mirror>.allocate(capacity: 1)
            mirror.initialize(to: ribleak_mirror())
            defer { mirror.deallocate() }
            try #require(ribleak_mirror_open(mirror) == nil)
            let context = try #require(mirror.pointee.context)
            let parts = [
                UInt(bitPattern: mirror), UInt(bitPattern: context), context.load(as: UInt.self),
            ]
            #expect(parts.map { ribleak_mirror_owns($0) } == [1, 1, 1])
            ribleak_mirror_close(mirror)
            #expect(parts.map { ribleak_mirror_owns($0) } == [0, 0, 0])
        }
    }
}
