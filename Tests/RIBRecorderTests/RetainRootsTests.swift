// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct RetainRootsTests {
    private let roots = RetainRoots()

    private func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    @Test func thoseThatAreWantedAreGivenInTheOrderOfTheirIDs() {
        let (first, second, third) = (NSObject(), NSObject(), NSObject())
        roots.add(ObjectID(3), at: address(third))
        roots.add(first, ObjectID(1))
        roots.add(second, ObjectID(2))
        let all = roots.all { $0 != ObjectID(2) }
        #expect(all.map(\.id) == [ObjectID(1), ObjectID(3)])
        #expect(all.map(\.address) == [address(first), address(third)])
    }

    @Test func anObjectIsNotKeptAndIsNoRootOnceItIsFreed() {
        weak var freed: NSObject?
        func add() {
            let object = NSObject()
            freed = object
            roots.add(object, ObjectID(1))
        }
        add()
        #expect(freed == nil)
        #expect(roots.all { _ in true }.isEmpty)
        roots.remove(ObjectID(1))
    }
}
