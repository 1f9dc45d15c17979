// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

private class HomeBase {}
private final class Home: HomeBase {}
private final class Away {}

@Suite struct CodeOwnerTests {
    /// Names as the linker has them, by the addresses of their functions.
    private static let symbols: [UInt: String] = [
        1: "$s3App4HomeC5startyyF", 2: "$s3App4HomeC5startyyFyycfU_",
        3: "$s3App8HomeBaseC4loadyyYaF", 4: "$s3App4AwayC5startyyFyyYacfU_",
        5: "$s3App4playyyFyycfU_", 6: "$s3App8HomelessC5startyyF", 7: "swift_retain",
        8: "$sScT5sleepyyF",
    ]

    private func owns(_ functions: [UInt], _ object: AnyObject) throws -> Bool? {
        let graph = SwiftObjectGraph(
            layouts: ObjectLayouts(types: TypeReader()), memory: GuardedMemory())
        let owner = CodeOwner(graph: graph) { Self.symbols[$0] ?? "" }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        return withExtendedLifetime(object) {
            owner.ownsOne(of: functions, address)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt])
    func methodsAndTheirClosuresBelongToTheirClassAndItsSubclasses(function: UInt) throws {
        #expect(try owns([function], Home()) == true)
    }

    @Test func oneOfSeveralIsEnough() throws {
        #expect(try owns([7, 4, 2], Home()) == true)
    }

    @Test func methodsOfOtherClassesDoNotBelongToIt() throws {
        #expect(try owns([4], Away()) == true)
        #expect(try owns([4], Home()) == false)
        #expect(try owns([2], Away()) == false)
        // Its class has a name that only begins alike.
        #expect(try owns([6], Home()) == false)
    }

    @Test func ofCodeThatIsNoMethodNothingIsSaid() throws {
        #expect(try owns([5], Home()) == nil)
    }

    @Test func withoutAFunctionOfSwiftsNothingIsKnown() throws {
        #expect(try owns([7, 8, 9], Home()) == false)
        #expect(try owns([], Home()) == false)
        #expect(try owns([7, 8, 9, 1], Home()) == true)
    }
}
