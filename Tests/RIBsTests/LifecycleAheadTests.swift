// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

#if !canImport(UIKit)
    /// The events that come ahead of a change.
    @Suite struct LifecycleAheadTests {
        private let root = RootRouter()

        @Test func eachChangeOfAnAttachIsAnnounced() {
            root.launch()
            let observation = Observation(hearsAhead: true)
            root.attachChild(HomeRouter())
            #expect(
                observation.take() == [
                    "willAttach Root/Home", "attached Root/Home", "willBecomeActive Root/Home",
                    "activated Root/Home", "loaded Root/Home",
                ])
        }

        @Test func eachChangeOfADetachIsAnnounced() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            home.attachChild(DetailRouter())
            let observation = Observation(hearsAhead: true)
            root.detachChild(home)
            #expect(
                observation.take() == [
                    "willDetach Root/Home", "detached Root/Home", "willResignActive Root/Home",
                    "willResignActive Root/Home/Detail", "deactivated Root/Home/Detail",
                    "deactivated Root/Home",
                ])
        }

        @Test func aRootIsLaunchedAndNotAttached() {
            let observation = Observation(hearsAhead: true)
            root.launch()
            #expect(
                observation.take() == [
                    "launched Root", "willBecomeActive Root", "activated Root", "loaded Root",
                ])
        }

        @Test func nothingHasHappenedYet() {
            root.launch()
            let home = HomeRouter()
            var states: [String] = []
            let observation = Observation(hearsAhead: true) { [weak root] event in
                guard event.kind.isAhead else { return }
                states.append(
                    "\(event.kind): \(root?.children.count ?? 0) \(home.interactor.isActive)")
            }
            root.attachChild(home)
            root.detachChild(home)
            observation.cancel()
            #expect(
                states == [
                    "willAttach: 0 false", "willBecomeActive: 1 false", "willDetach: 1 true",
                    "willResignActive: 1 true",
                ])
        }

        @Test func callbacksComeAfterWhatAnnouncesThem() {
            let log = Log()
            root.launch()
            let spy = SpyRouter("spy", log)
            let observation = Observation(hearsAhead: true) { log.add("\($0.kind)") }
            root.attachChild(spy)
            root.detachChild(spy)
            observation.cancel()
            #expect(
                log.take() == [
                    "willAttach", "attached", "willBecomeActive", "activated", "spy active",
                    "loaded", "spy loaded", "willDetach", "detached", "willResignActive",
                    "spy resigns", "deactivated",
                ])
        }

        @Test func whatIsAttachedWhileAnAttachIsAnnouncedComesFirst() {
            root.launch()
            let detail = DetailRouter()
            let observation = Observation(hearsAhead: true) { [weak root] event in
                if event.kind == .willAttach, event.type == "HomeRouter" {
                    root?.attachChild(detail)
                }
            }
            root.attachChild(HomeRouter())
            #expect(
                observation.take() == [
                    "willAttach Root/Home", "willAttach Root/Detail", "attached Root/Detail",
                    "willBecomeActive Root/Detail", "activated Root/Detail", "loaded Root/Detail",
                    "attached Root/Home", "willBecomeActive Root/Home", "activated Root/Home",
                    "loaded Root/Home",
                ])
            #expect(root.children.count == 2)
        }

        @Test func whatDidBecomeActiveAttachesComesBeforeTheLoad() {
            root.launch()
            let parent = SpyRouter("parent", Log())
            parent.interactor.onActive = { [weak parent] _ in parent?.attachChild(DetailRouter()) }
            let observation = Observation(hearsAhead: true)
            root.attachChild(parent)
            #expect(
                observation.take() == [
                    "willAttach Root/Spy", "attached Root/Spy", "willBecomeActive Root/Spy",
                    "activated Root/Spy", "willAttach Root/Spy/Detail",
                    "attached Root/Spy/Detail", "willBecomeActive Root/Spy/Detail",
                    "activated Root/Spy/Detail", "loaded Root/Spy/Detail", "loaded Root/Spy",
                ])
        }

        @Test func whatIsNotAttachedIsNotAnnounced() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            let observation = Observation(hearsAhead: true)
            root.attachChild(home)
            home.attachChild(root)
            root.detachChild(DetailRouter())
            #expect(observation.take() == [])
        }

        @Test func anObserverThatAttachesWhatIsAnnouncedAttachesItOnce() {
            root.launch()
            let home = HomeRouter()
            let observation = Observation(hearsAhead: true) { [weak root] event in
                if event.kind == .willAttach { root?.attachChild(home) }
                if event.kind == .willBecomeActive { home.interactor.activate() }
            }
            root.attachChild(home)
            #expect(
                observation.take() == [
                    "willAttach Root/Home", "attached Root/Home", "willBecomeActive Root/Home",
                    "activated Root/Home", "loaded Root/Home",
                ])
            #expect(root.children.count == 1)
            #expect(home.interactor.isActive)
        }

        @Test func anObserverThatDetachesWhatIsAnnouncedDetachesItOnce() {
            root.launch()
            let home = HomeRouter()
            root.attachChild(home)
            let observation = Observation(hearsAhead: true) { [weak root] event in
                if event.kind == .willDetach { root?.detachChild(home) }
            }
            root.detachChild(home)
            #expect(
                observation.take() == [
                    "willDetach Root/Home", "willResignActive Root/Home", "deactivated Root/Home",
                    "detached Root/Home",
                ])
            #expect(root.children.isEmpty)
        }

        @Test func aRIBThatAnObserverTakesOutDoesNotBecomeActive() {
            root.launch()
            let home = HomeRouter()
            let observation = Observation(hearsAhead: true) { [weak root] event in
                if event.kind == .willBecomeActive { root?.detachChild(home) }
            }
            root.attachChild(home)
            #expect(!home.interactor.isActive)
            #expect(!observation.take().contains("activated Root/Home"))
        }

        @Test func aRIBThatMovesIsAnnouncedWhereItGoes() {
            root.launch()
            let (home, detail) = (HomeRouter(), DetailRouter())
            root.attachChild(home)
            home.attachChild(detail)
            home.detachChild(detail)
            let observation = Observation(hearsAhead: true)
            root.attachChild(detail)
            #expect(observation.take().first == "willAttach Root/Detail")
        }

        @Test func aFreedTreeIsAnnouncedWithWholePaths() {
            let observation = Observation(hearsAhead: true)
            func run() {
                let root = RootRouter()
                root.launch()
                root.attachChild(HomeRouter())
                _ = observation.take()
            }
            run()
            #expect(
                observation.take() == [
                    "willResignActive Root", "deactivated Root", "willDetach Root/Home",
                    "detached Root/Home", "willResignActive Root/Home", "deactivated Root/Home",
                ])
        }

        @Test func testDoublesAreAnnouncedByWhatRoutersDoWithThem() {
            root.launch()
            let observation = Observation(hearsAhead: true)
            let mock = MockRouter<Int>()
            root.attachChild(mock)
            root.detachChild(mock)
            #expect(
                observation.take() == [
                    "willAttach Root/Mock", "attached Root/Mock", "willBecomeActive Root/Mock",
                    "activated Root/Mock", "willDetach Root/Mock", "detached Root/Mock",
                    "willResignActive Root/Mock", "deactivated Root/Mock",
                ])
        }

        @Test func whatAWorkflowAttachesIsAnnouncedInTheSameOrder() {
            root.launch()
            let home = HomeRouter()
            let observation = Observation(hearsAhead: true)
            let workflow = Workflow<RootRouter>()
            workflow.onStep { root in
                root.attachChild(home)
                return Just((root, ())).setFailureType(to: (any Error).self).eraseToAnyPublisher()
            }.commit()
            let subscription = workflow.subscribe(root)
            #expect(
                observation.take() == [
                    "willAttach Root/Home", "attached Root/Home", "willBecomeActive Root/Home",
                    "activated Root/Home", "loaded Root/Home",
                ])
            subscription.cancel()
        }

        @Test(.enabled(if: RecordedFacts.isRecording)) func ribsWithoutBaseClassesAreAnnounced() {
            root.launch()
            let observation = Observation(hearsAhead: true)
            let (counter, home) = (CounterRIB(), HomeRouter())
            counter.didAttach(to: root)
            counter.attachChild(home)
            counter.detachChild(home)
            counter.didDetach()
            #expect(
                observation.take() == [
                    "willAttach Root/Counter", "attached Root/Counter",
                    "willBecomeActive Root/Counter", "activated Root/Counter",
                    "willAttach Root/Counter/Home", "attached Root/Counter/Home",
                    "willBecomeActive Root/Counter/Home", "activated Root/Counter/Home",
                    "loaded Root/Counter/Home", "willDetach Root/Counter/Home",
                    "detached Root/Counter/Home", "willResignActive Root/Counter/Home",
                    "deactivated Root/Counter/Home", "willDetach Root/Counter",
                    "willResignActive Root/Counter", "deactivated Root/Counter",
                    "detached Root/Counter",
                ])
        }

        @Test(.enabled(if: RecordedFacts.isRecording)) func aPlainRootIsLaunchedAndNotAttached() {
            let observation = Observation(hearsAhead: true)
            let counter = CounterRIB()
            counter.didAttach(to: nil)
            #expect(
                observation.take() == [
                    "launched Counter", "willBecomeActive Counter", "activated Counter",
                ])
            counter.didDetach()
        }
    }
#endif
