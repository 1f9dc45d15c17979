// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import XCTest

final class AssertDeallocatedTests: InterceptingTestCase {
    private let parent = makeParent()
    private final class Cache {}
    private struct Value {}

    /// The text of the only failure, without its first line break.
    private func failure(_ body: () -> Void) -> String? {
        let failures = intercepted(body)
        XCTAssertLessThanOrEqual(failures.count, 1)
        return failures.first.map { String($0.text.drop { $0 == "\n" }) }
    }

    func testAnObjectThatOnlyTheVariableHeldIsFreed() {
        var cache: Cache? = Cache()
        weak let witness = cache
        XCTAssertNotNil(witness)
        XCTAssertNil(failure { assertDeallocated(&cache) })
        XCTAssertNil(cache)
        XCTAssertNil(witness)
    }

    func testAnObjectThatIsMadeInsideIsFreed() {
        weak var witness: Cache?
        var made = 0
        let failure = failure {
            assertDeallocated {
                let cache = Cache()
                witness = cache
                made += 1
                return cache
            }
        }
        XCTAssertNil(failure)
        XCTAssertEqual(made, 1)
        XCTAssertNil(witness)
    }

    func testARouterByItsProtocolIsFreed() {
        var router: (any ViewableRouting)? = makeSample()
        weak let witness = router
        XCTAssertNotNil(witness)
        XCTAssertNil(failure { assertDeallocated(&router) })
        XCTAssertNil(witness)
    }

    func testAnObjectThatIsHeldFailsWithWhatHoldsIt() throws {
        var cache: Cache? = Cache()
        parent.kept = [cache].compactMap { $0 }
        let failure = try XCTUnwrap(failure { assertDeallocated(&cache) })
        XCTAssertTrue(failure.contains("├─ Cache is still alive"), failure)
        XCTAssertTrue(failure.contains("kept[0]"), failure)
    }

    func testTheFailureIsAtTheCallersLine() throws {
        var cache: Cache? = Cache()
        parent.kept = [cache].compactMap { $0 }
        var line = 0
        let failures = intercepted {
            line = #line + 1
            assertDeallocated(&cache)
        }
        XCTAssertEqual(failures.map(\.line), [line])
    }

    func testARouterThatNeverWasInATreeMustGoToo() throws {
        let kept = makeSample()
        var router: SampleRouter? = kept
        let failure = try XCTUnwrap(failure { assertDeallocated(&router) })
        XCTAssertTrue(failure.hasPrefix("┬─── Leaked router at Sample\n"), failure)
        XCTAssertTrue(failure.contains("├─ made by"), failure)
        withExtendedLifetime(kept) {}
    }

    func testARouterThatIsStillAttachedMustGoToo() throws {
        var router: SampleRouter? = makeSample()
        router.map { parent.attachChild($0) }
        let failure = try XCTUnwrap(failure { assertDeallocated(&router) })
        XCTAssertTrue(failure.hasPrefix("┬─── Leaked router at Parent/Sample\n"), failure)
    }

    func testARouterThatWasDetachedBeforeIsJudgedHereOnly() throws {
        var failure: String?
        let findings = findLeaks {
            var router: SampleRouter? = makeSample()
            router.map {
                parent.kept = [$0]
                parent.attachChild($0)
                parent.detachChild($0)
            }
            failure = self.failure { assertDeallocated(&router) }
        }
        XCTAssertEqual(findings, [])
        XCTAssertTrue(failure?.contains("├─ SampleRouter is still alive") ?? false, failure ?? "")
    }

    func testWhatGoesWithItMustBeLetGo() throws {
        let failure = try XCTUnwrap(
            failure {
                assertDeallocated {
                    let router = makeSample()
                    parent.kept = [router.interactor]
                    parent.attachChild(router)
                    parent.detachChild(router)
                    return router
                }
            })
        XCTAssertTrue(failure.contains("├─ SampleInteractor is still alive"), failure)
    }

    func testWithoutAnObjectNothingIsProved() {
        var nothing: Cache?
        XCTAssertEqual(
            failure { assertDeallocated(&nothing) },
            "There was no object to free: the variable was already nil.")
    }

    func testAValueIsNeverFreed() {
        XCTAssertEqual(
            failure { assertDeallocated { Value() } },
            "Value is not a class, so there is no object to free.")
    }

    func testTheErrorOfTheBodyIsThrown() {
        struct Refused: Error {}
        XCTAssertThrowsError(try assertDeallocated { () throws -> Cache? in throw Refused() })
    }

    @MainActor func testAnObjectThatIsMadeInsideIsFreedOnTheMainActor() async {
        await assertDeallocated { Cache() }
        var cache: Cache? = Cache()
        await assertDeallocated(&cache)
    }
}
