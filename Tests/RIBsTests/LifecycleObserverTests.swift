// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

#if !canImport(UIKit)
    /// Observers that interfere.
    @Suite struct LifecycleObserverTests {
        private let root = RootRouter()

        init() {
            root.launch()
        }

        @Test func nothingIsHeardAfterTheObservationIsCancelled() {
            let (observation, other) = (Observation(), Observation())
            observation.cancel()
            root.attachChild(HomeRouter())
            #expect(observation.take() == [])
            #expect(other.take().first == "attached Root/Home")
        }

        @Test func anObserverMayCancelItselfAndThoseBehindIt() {
            var later: Observation?
            var first: Observation?
            first = Observation { _ in
                later?.cancel()
                first?.cancel()
            }
            later = Observation()
            root.attachChild(HomeRouter())
            #expect(first?.take() == ["attached Root/Home"])
            #expect(later?.take() == [])
            first = nil
        }

        @Test func anObserverMayBeAddedByAnother() {
            var second: Observation?
            let first = Observation { _ in if second == nil { second = Observation() } }
            root.attachChild(HomeRouter())
            #expect(first.take().count == 3)
            #expect(second?.take() == ["activated Root/Home", "loaded Root/Home"])
        }

        @Test func aCancelledObserverIsReleased() {
            final class Held: Sendable {}
            let observers = LifecycleObservers()
            weak var held: Held?
            func run() {
                let made = Held()
                held = made
                let observer = observers.add { _ in withExtendedLifetime(made) {} }
                #expect(observers.areThere)
                observers.remove(observer)
            }
            run()
            #expect(held == nil)
            #expect(!observers.areThere)
        }

        @Test func whatAnObserverSubscribesToIsNotTheRIBs() {
            var owners: [Activity?] = []
            let observation = Observation { _ in owners.append(Recorder.shared.currentOwner) }
            let home = HomeRouter()
            let parent = SpyRouter("parent", Log())
            parent.interactor.onActive = { _ in parent.attachChild(home) }
            root.attachChild(parent)
            parent.interactor.onActive = { _ in }
            #expect(observation.take().contains("attached Root/Spy/Home"))
            #expect(owners.allSatisfy { $0 == nil })
        }

        @Test func whatAnObserverAttachesIsReportedBeforeItsCallReturns() {
            let detail = DetailRouter()
            let observation = Observation { [weak root] event in
                if event.kind == .attached, event.type == "HomeRouter" { root?.attachChild(detail) }
            }
            root.attachChild(HomeRouter())
            #expect(
                observation.take() == [
                    "attached Root/Home", "attached Root/Detail", "activated Root/Detail",
                    "loaded Root/Detail", "activated Root/Home", "loaded Root/Home",
                ])
        }

        @Test(arguments: [LifecycleEvent.Kind.attached, .activated, .loaded])
        func aRIBThatAnObserverTakesOutIsInactive(when kind: LifecycleEvent.Kind) {
            let home = HomeRouter()
            let observation = Observation { [weak root] event in
                if event.kind == kind { root?.detachChild(home) }
            }
            root.attachChild(home)
            #expect(root.children.isEmpty)
            #expect(!home.interactor.isActive)
            let last = observation.take().last { $0.contains("activated") }
            #expect(last == (kind == .attached ? nil : "deactivated Root/Home"))
        }

        @Test(
            .enabled(if: RecordedFacts.isRecording),
            arguments: [LifecycleEvent.Kind.attached, .activated])
        func aPlainRIBThatAnObserverTakesOutIsInactive(when kind: LifecycleEvent.Kind) {
            let counter = CounterRIB()
            let observation = Observation { event in
                if event.kind == kind { counter.didDetach() }
            }
            counter.didAttach(to: root)
            #expect(observation.take().last == "detached Root/Counter")
            #expect(PlainRIBNode.of(counter)?.state.withLock { $0.isActive } == false)
        }
    }
#endif
