// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBRecorder
import RIBs
import XCTest

/// RIBs without base classes get the findings of those with them.
final class PlainRIBTests: XCTestCase {
    private let app = AppRIB()
    private let stream = PassthroughSubject<Int, Never>()

    override func setUp() {
        app.didAttach(to: nil)
    }

    func testAFreedRIBPasses() {
        let findings = findLeaksOfRecorded {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.didDetach()
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testARIBThatIsStillHeldIsLeakedWithItsParts() {
        let findings = findLeaks {
            let counter = CounterRIB()
            app.kept = [counter]
            counter.didAttach(to: app)
            counter.didDetach()
        }
        XCTAssertEqual(
            gists(findings),
            [
                "leaked-object CounterRIB at App/Counter, dragging CounterPublisherContainer, "
                    + "CounterStateContainer, CounterViewContainer"
            ])
        XCTAssertNotNil(findings.first?.stacks.detach)
    }

    func testAPartThatOutlivesItsRIBIsLeaked() {
        let findings = findLeaks {
            let counter = CounterRIB()
            app.kept = [counter.view]
            counter.didAttach(to: app)
            counter.didDetach()
        }
        XCTAssertEqual(gists(findings), ["leaked-view CounterViewContainer at App/Counter"])
    }

    func testAPartThatTheParentListsAsWellMayLive() {
        let shared = CounterStateContainer()
        app.shared = [shared]
        app.didAttach(to: nil)
        let findings = findLeaksOfRecorded {
            let counter = CounterRIB()
            counter.state = shared
            counter.didAttach(to: app)
            counter.didDetach()
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testARIBThatIsAttachedAgainMayLive() {
        let counter = CounterRIB()
        let findings = findLeaksOfRecorded {
            counter.didAttach(to: app)
            counter.didDetach()
            counter.didAttach(to: app)
        }
        XCTAssertEqual(gists(findings), [])
        counter.didDetach()
    }

    func testARIBThatWasNeverAttachedMayLive() {
        let counter = CounterRIB()
        let findings = findLeaksOfRecorded {
            counter.observe(stream)
            counter.didDetach()
            stream.send(1)
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testASubscriptionThatIsNotDisposedOfFiresWhileInactive() {
        let findings = findLeaks {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.observe(stream)
            app.kept = counter.subscriptions
            counter.didDetach()
            stream.send(1)
        }
        XCTAssertEqual(gists(findings), ["fired-while-inactive CounterRIB at App/Counter"])
    }

    func testASubscriptionOfAPartIsItsRIBs() {
        let findings = findLeaks {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.observeInPart(stream)
            app.kept = counter.publishers.subscriptions
            counter.didDetach()
            stream.send(1)
        }
        XCTAssertEqual(gists(findings), ["fired-while-inactive CounterRIB at App/Counter"])
    }

    func testASubscriptionThatIsDisposedOfIsNone() {
        let findings = findLeaksOfRecorded {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.observe(stream)
            stream.send(1)
            counter.dispose()
            counter.didDetach()
            stream.send(2)
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testWhatAServiceSubscribesToMeanwhileIsTheServicesOwn() {
        let service = CountingService()
        let findings = findLeaksOfRecorded {
            let counter = CounterRIB()
            counter.didAttach(to: app)
            counter.subscribing { service.observe(stream) }
            counter.didDetach()
            stream.send(1)
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testARIBBelowARouterIsFoundWhenTheRouterGoes() {
        let parent = makeParent()
        let findings = findLeaks {
            let child = makeSample()
            parent.attachChild(child)
            let counter = CounterRIB()
            app.kept = [counter]
            counter.didAttach(to: child)
            parent.detachChild(child)
        }
        XCTAssertEqual(
            findings.map { "\($0.kind.rawValue) \($0.type) at \($0.ribPath)" },
            ["leaked-object CounterRIB at Parent/Sample/Counter"])
    }

    func testARouterBelowARIBIsFound() {
        let findings = findLeaks {
            let child = makeSample()
            app.kept = [child]
            app.attachChild(child)
            app.detachChild(child)
        }
        XCTAssertEqual(
            gists(findings),
            ["leaked-router SampleRouter at App/Sample, dragging SampleInteractor, SampleView"])
    }

    func testARouterBelowARIBThatStaysMayLive() {
        let child = makeSample()
        let findings = findLeaksOfRecorded {
            app.attachChild(child)
        }
        XCTAssertEqual(gists(findings), [])
        app.detachChild(child)
    }

    func testAScreenThatIsItsOwnRIBIsOneThoughItsViewCameFirst() {
        let findings = findLeaks {
            let screen = ScreenRIB()
            app.kept = [screen]
            screen.viewDidShow()
            screen.didAttach(to: app)
            screen.didDetach()
        }
        XCTAssertEqual(gists(findings), ["leaked-object ScreenRIB at App/Screen"])
    }

    func testAScreenThatIsItsOwnRIBAndLeftIsAMissingDetach() {
        let screen = ScreenRIB()
        let findings = findLeaks {
            screen.viewDidShow()
            screen.didAttach(to: app)
            screen.viewDidLeave()
        }
        XCTAssertEqual(gists(findings), ["view-gone-still-attached ScreenRIB at App/Screen"])
        screen.didDetach()
    }

    func testAScreenThatLeftBeforeItsDetachIsNone() {
        let findings = findLeaksOfRecorded {
            let screen = ScreenRIB()
            screen.didAttach(to: app)
            screen.viewDidLeave()
            screen.didDetach()
        }
        XCTAssertEqual(gists(findings), [])
    }

    func testARIBThatIsTrackedBeforeItIsAttachedIsARIBAtItsPlace() {
        let findings = findLeaks {
            let counter = CounterRIB()
            app.kept = [counter]
            Recorder.shared.track(counter, ribPath: "Tabs/Second")
            counter.didAttach(to: app)
            counter.didDetach()
        }
        XCTAssertEqual(
            gists(findings),
            [
                "leaked-object CounterRIB at Tabs/Second, dragging CounterPublisherContainer, "
                    + "CounterStateContainer, CounterViewContainer"
            ])
    }

    func testATrackedObjectThatShouldBeGoneIsLeaked() {
        let findings = findLeaks {
            let cache = CounterStateContainer()
            app.kept = [cache]
            Recorder.shared.track(cache, ribPath: "App/Cache")
            Recorder.shared.expectDeallocation(of: cache)
        }
        XCTAssertEqual(gists(findings), ["leaked-object CounterStateContainer at App/Cache"])
    }

    func testATrackedObjectThatMayLiveIsNotLeaked() {
        let findings = findLeaksOfRecorded {
            let cache = CounterStateContainer()
            app.kept = [cache]
            Recorder.shared.track(cache, ribPath: "App/Cache")
        }
        XCTAssertEqual(gists(findings), [])
    }

    private func gists(_ findings: [Finding]) -> [String] {
        findings.map { finding in
            let victims = finding.victims.map(\.type).sorted().joined(separator: ", ")
            return "\(finding.kind.rawValue) \(finding.type) at \(finding.ribPath)"
                + (victims.isEmpty ? "" : ", dragging \(victims)")
        }
    }
}

/// A service of the whole app.
private final class CountingService {
    private var bag: Set<AnyCancellable> = []

    func observe(_ stream: PassthroughSubject<Int, Never>) {
        stream.sink { _ in }.store(in: &bag)
    }
}
