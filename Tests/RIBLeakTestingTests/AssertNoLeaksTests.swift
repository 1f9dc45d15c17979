// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBAnalysis
import RIBLeakTesting
import RIBs
import XCTest

final class AssertNoLeaksTests: InterceptingTestCase {
    func testAFreedRIBPassesAndAKeptOneFails() {
        let parent = makeParent()
        func failures(keeps: Bool) -> [InterceptedFailure] {
            intercepted {
                assertNoLeaks {
                    let child = makeSample()
                    parent.attachChild(child)
                    parent.detachChild(child)
                    if keeps { parent.kept.append(child) }
                }
            }
        }
        XCTAssertEqual(failures(keeps: false), [])
        XCTAssertEqual(failures(keeps: true).count, 1)
    }

    func testALeakedRIBFailsAtTheCallersLineInTheReportsWords() throws {
        let parent = makeParent()
        var line: UInt = 0
        let failures = intercepted {
            line = #line + 1
            assertNoLeaks {
                let child = makeSample()
                parent.kept.append(child)
                parent.attachChild(child)
                parent.detachChild(child)
            }
        }
        let failure = try XCTUnwrap(failures.first)
        XCTAssertEqual(failures.count, 1)
        XCTAssertEqual(failure.line, Int(line))
        XCTAssertTrue(failure.file.hasSuffix("/AssertNoLeaksTests.swift"))
        let text = failure.message.split(separator: "\n").map(String.init)
        XCTAssertTrue(text.contains("┬─── Leaked router at Parent/Sample"), failure.message)
        XCTAssertTrue(text.contains("├─ SampleRouter is still alive"), failure.message)
        XCTAssertLessThanOrEqual(text.count, 40)
    }

    func testTheBodysValueIsReturned() {
        XCTAssertEqual(assertNoLeaks { 7 }, 7)
    }

    func testTheBodysErrorIsThrown() {
        struct Refused: Error {}
        XCTAssertThrowsError(try assertNoLeaks { throw Refused() })
    }

    func testWhatTheMainQueueStillHoldsIsNotLeaked() throws {
        let parent = makeParent()
        let findings = findLeaksOfRecorded {
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
            let held = Held(child)
            DispatchQueue.main.async {
                DispatchQueue.main.async { _ = held }
            }
        }
        XCTAssertEqual(findings, [])
    }

    func testWhatARunningTaskStillHoldsIsNotLeaked() throws {
        let parent = makeParent()
        let findings = findLeaksOfRecorded {
            let child = makeSample()
            parent.attachChild(child)
            parent.detachChild(child)
            let held = Held(child)
            Task.detached {
                await Task.yield()
                _ = held
            }
        }
        XCTAssertEqual(findings, [])
    }

    func testALeakBelongsToTheInnermostCheck() throws {
        let parent = makeParent()
        var inner: [Finding] = []
        let outer = findLeaks {
            inner = findLeaks {
                let child = makeSample()
                parent.kept.append(child)
                parent.attachChild(child)
                parent.detachChild(child)
            }
        }
        XCTAssertEqual(inner.map(\.type), ["SampleRouter"])
        XCTAssertEqual(outer, [])
    }

    func testASubscriptionThatFiresWhileInactiveIsFound() throws {
        let parent = makeParent()
        let stream = PassthroughSubject<Int, Never>()
        var bag: Set<AnyCancellable> = []
        let findings = findLeaks {
            let child = makeSample { $0.observe(stream, in: &bag) }
            parent.attachChild(child)
            stream.send(1)
            parent.detachChild(child)
            stream.send(2)
            stream.send(3)
        }
        XCTAssertEqual(findings.map(\.kind), [.firedWhileInactive])
        XCTAssertEqual(findings.first?.ribPath, "Parent/Sample")
        XCTAssertEqual(findings.first?.subscription?.chain, "PassthroughSubject<Int, Never> → sink")
        XCTAssertEqual(findings.first?.subscription?.valuesWhileInactive, 2)
        XCTAssertEqual(findings.first?.test, "testASubscriptionThatFiresWhileInactiveIsFound()")
    }

    #if !canImport(UIKit)
        func testAnInteractorThatOutlivesALaunchedRootIsFoundWithoutADetach() {
            let findings = findLeaks {
                let view = SampleView()
                let interactor = SampleInteractor(presenter: view)
                interactor.retained = interactor
                SampleRoot(interactor: interactor, viewController: view).launch()
            }
            XCTAssertEqual(findings.map(\.kind), [.leakedInteractor])
            XCTAssertEqual(findings.first?.victims.map(\.type), ["SampleView"])
        }
    #endif

    func testALeakInACycleIsFound() throws {
        let parent = makeParent()
        let findings = findLeaks {
            let child = makeSample()
            child.interactor.retained = child.interactor
            parent.attachChild(child)
            parent.detachChild(child)
        }
        XCTAssertEqual(findings.map(\.kind), [.leakedInteractor])
        XCTAssertEqual(findings.first?.victims.map(\.type), ["SampleView"])
    }
}
