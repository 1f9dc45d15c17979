// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
    import RIBLeakTesting
    import RIBs
    import Testing
    import XCTest

    /// The failures that XCTest counts when all tests are checked. Each test has its own process, in
    /// which XCTest runs nothing else.
    @Suite struct AllTestsTests {
        @Test func aLeakFailsOneTestMore() async {
            await #expect(processExitsWith: .success) {
                LeakDetection.enableForAllTests()
                let run = try #require(runOfOne(XCTestSuite(name: "Suite"), leaks: true))
                #expect(run.executionCount == 2)
                #expect(run.totalFailureCount == 1)
            }
        }

        @Test func aSuiteThatHadBegunBeforeCountsItToo() async {
            await #expect(processExitsWith: .success) {
                let all = XCTestSuite(name: "All")
                all.addTest(suite(EnablingSuite(name: "Suite"), leaks: true))
                all.run()
                let run = try #require(all.testRun)
                #expect(run.executionCount == 2)
                #expect(run.totalFailureCount == 1)
            }
        }

        @Test func aTestThatLetsGoIsCountedOnce() async {
            await #expect(processExitsWith: .success) {
                LeakDetection.enableForAllTests()
                let run = try #require(runOfOne(XCTestSuite(name: "Suite"), leaks: false))
                #expect(run.executionCount == 1)
                #expect(run.totalFailureCount == 0)
            }
        }
    }

    private func suite(_ suite: XCTestSuite, leaks: Bool) -> XCTestSuite {
        let test = ObservedTest(name: "testSample") { _ in
            let child = makeSample()
            if leaks { ObservedTest.parent.kept.append(child) }
            ObservedTest.parent.attachChild(child)
            ObservedTest.parent.detachChild(child)
        }
        suite.addTest(test)
        return suite
    }

    private func runOfOne(_ empty: XCTestSuite, leaks: Bool) -> XCTestRun? {
        let suite = suite(empty, leaks: leaks)
        suite.run()
        return suite.testRun
    }

    /// Enables the checks when it has begun, as the `setUp` of a class does.
    private final class EnablingSuite: XCTestSuite {
        override func setUp() { LeakDetection.enableForAllTests() }
    }

    private final class ObservedTest: XCTestCase {
        // Safe: only the one test of its process uses it.
        nonisolated(unsafe) static let parent = makeParent()
    }
#endif
