// SPDX-License-Identifier: Apache-2.0

import RIBLeakTesting
import RIBs
import XCTest

final class IgnoringLeaksTests: XCTestCase {
    private let parent = makeParent()

    func testWhatIsMadeInsideIsNotJudged() {
        let findings = findLeaksOfRecorded {
            let child = ignoringLeaks { makeSample() }
            parent.kept.append(child)
            parent.attachChild(child)
            parent.detachChild(child)
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatIsMadeOutsideIs() {
        let findings = findLeaks {
            let child = makeSample()
            parent.kept.append(child)
            ignoringLeaks {
                parent.attachChild(child)
                parent.detachChild(child)
            }
        }
        XCTAssertEqual(findings.map(\.type), ["SampleRouter"])
    }

    func testItsSubscriptionsAreNotJudged() {
        let stream = PassthroughSubject<Int, Never>()
        var bag: Set<AnyCancellable> = []
        let findings = findLeaksOfRecorded {
            let child = ignoringLeaks { makeSample { $0.observe(stream, in: &bag) } }
            parent.attachChild(child)
            parent.detachChild(child)
            stream.send(1)
        }
        XCTAssertEqual(findings, [])
    }
}
