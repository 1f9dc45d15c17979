// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

#if !canImport(UIKit)
    @Suite struct LifecycleEventsTests {
        private let root = RootRouter()

        @Test func aRIBIsAttachedThenActivatedThenLoaded() {
            root.launch()
            let observation = Observation()
            root.attachChild(HomeRouter())
            #expect(
                observation.take() == [
                    "attached Root/Home", "activated Root/Home", "loaded Root/Home",
                ])
        }

        @Test func aDetachedRIBIsDeactivatedAfterWhatIsBelow() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            home.attachChild(DetailRouter())
            let observation = Observation()
            root.detachChild(home)
            #expect(
                observation.take() == [
                    "detached Root/Home", "deactivated Root/Home/Detail", "deactivated Root/Home",
                ])
        }

        @Test func whatALoadingRIBAttachesComesAfterIt() {
            let observation = Observation()
            let home = HomeRouter()
            home.onLoad = { $0.attachChild(DetailRouter()) }
            root.interactor.onActive = { [root] _ in root.attachChild(home) }
            root.launch()
            #expect(
                observation.take() == [
                    "launched Root", "activated Root", "attached Root/Home", "activated Root/Home",
                    "loaded Root/Home", "attached Root/Home/Detail", "activated Root/Home/Detail",
                    "loaded Root/Home/Detail", "loaded Root",
                ])
            root.interactor.onActive = { _ in }
        }

        @Test func anEventNamesItsObjectAndTheRIBAbove() {
            root.launch()
            let home = HomeRouter()
            let observation = Observation()
            root.attachChild(home)
            let id = home.recordedID
            let interactor = home.interactor.recordedID
            #expect(
                observation.takeEvents().prefix(2) == [
                    LifecycleEvent(
                        kind: .attached, ribPath: "Root/Home", parentPath: "Root",
                        type: "HomeRouter", id: id.isNone ? nil : id.rawValue),
                    LifecycleEvent(
                        kind: .activated, ribPath: "Root/Home", parentPath: "Root",
                        type: "Interactor", id: interactor.isNone ? nil : interactor.rawValue),
                ])
        }

        @Test func workersAreHeardOfInTheRIBThatTheyWorkFor() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            let worker = SpyWorker(Log())
            let observation = Observation()
            worker.start(home.interactor)
            worker.stop()
            let events = observation.takeEvents()
            #expect(events.map(\.kind) == [.workerStarted, .workerStopped])
            #expect(events.map(\.ribPath) == ["Root/Home", "Root/Home"])
            #expect(events.map(\.type) == ["SpyWorker", "SpyWorker"])
        }

        @Test func whoObservesLateHearsWholePaths() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            home.attachChild(DetailRouter())
            let observation = Observation()
            home.interactor.deactivate()
            #expect(
                observation.take() == ["deactivated Root/Home/Detail", "deactivated Root/Home"])
            home.interactor.activate()
            #expect(observation.take() == ["activated Root/Home", "activated Root/Home/Detail"])
        }

        @Test func aFreedTreeIsHeardOfWithWholePaths() {
            let observation = Observation()
            func run() {
                let root = RootRouter()
                root.launch()
                let home = HomeRouter()
                root.attachChild(home)
                home.attachChild(DetailRouter())
                _ = observation.take()
            }
            run()
            #expect(
                observation.take() == [
                    "deactivated Root", "detached Root/Home", "deactivated Root/Home/Detail",
                    "deactivated Root/Home", "detached Root/Home/Detail",
                ])
        }

        @Test func testDoublesAreHeardOfByWhatRoutersDoWithThem() {
            root.launch()
            let observation = Observation()
            let mock = MockRouter<Int>()
            root.attachChild(mock)
            root.interactor.deactivate()
            root.interactor.activate()
            root.detachChild(mock)
            #expect(
                observation.take() == [
                    "attached Root/Mock", "activated Root/Mock", "deactivated Root/Mock",
                    "deactivated Root", "activated Root", "activated Root/Mock",
                    "detached Root/Mock", "deactivated Root/Mock",
                ])
        }

        @Test func anInteractorWithoutBaseClassIsHeardOfThroughItsRouter() {
            root.launch()
            let router = Router<any Interactable>(interactor: InteractableDouble())
            let observation = Observation()
            root.attachChild(router)
            let events = observation.takeEvents()
            #expect(events.map(\.kind) == [.attached, .activated, .loaded])
            #expect(events[1].type == "InteractableDouble")
            #expect(events[1].id == nil)
            #expect(events[1].ribPath == events[0].ribPath)
        }

        @Test(.enabled(if: RecordedFacts.isRecording)) func ribsWithoutBaseClassesAreHeardOf() {
            root.launch()
            let observation = Observation()
            let (counter, home) = (CounterRIB(), HomeRouter())
            counter.didAttach(to: root)
            counter.attachChild(home)
            counter.detachChild(home)
            counter.didDetach()
            #expect(
                observation.take() == [
                    "attached Root/Counter", "activated Root/Counter",
                    "attached Root/Counter/Home", "activated Root/Counter/Home",
                    "loaded Root/Counter/Home", "detached Root/Counter/Home",
                    "deactivated Root/Counter/Home", "deactivated Root/Counter",
                    "detached Root/Counter",
                ])
        }
    }
#endif
