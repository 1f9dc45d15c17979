// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import XCTest

final class AssertNoInactiveFiresTests: InterceptingTestCase {
    private let parent = makeParent()

    func testALeakDoesNotMatter() {
        func leak() {
            let child = makeSample()
            parent.kept.append(child)
            parent.attachChild(child)
            parent.detachChild(child)
        }
        XCTAssertEqual(intercepted { assertNoInactiveFires { leak() } }, [])
        XCTAssertEqual(intercepted { assertNoLeaks { leak() } }.count, 1)
    }

    func testASubscriptionThatFiresFails() throws {
        let stream = PassthroughSubject<Int, Never>()
        var bag: Set<AnyCancellable> = []
        let failures = intercepted {
            assertNoInactiveFires {
                let child = makeSample { $0.observe(stream, in: &bag) }
                parent.kept.append(child)
                parent.attachChild(child)
                parent.detachChild(child)
                stream.send(1)
            }
        }
        XCTAssertEqual(failures.count, 1)
        let text = try XCTUnwrap(failures.first?.text)
        XCTAssertTrue(text.hasPrefix("\n┬─── Fired while inactive at Parent/Sample\n"), text)
        XCTAssertFalse(text.contains("Leaked"), text)
    }

    func testTheBodysValueIsReturned() {
        XCTAssertEqual(assertNoInactiveFires { 7 }, 7)
    }
}
