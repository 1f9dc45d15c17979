// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBs
import Testing

#if !canImport(UIKit)
    /// A test's detector gets the same calls as the detector of uber's runtime.
    @Suite(.serialized) final class LeakDetectorDoubleTests {
        private final class Detector: LeakDetector, @unchecked Sendable {
            // Safe: `asked` has a lock. Other tests that run meanwhile ask the detector too.
            let asked = Protected<[(object: ObjectIdentifier, seconds: Double)]>([])
            let views = Protected<[ObjectIdentifier]>([])

            override func expectDeallocate(
                object: AnyObject, inTime time: Double
            ) -> any LeakDetectionHandle {
                asked.withLock { $0.append((ObjectIdentifier(object), time)) }
                return super.expectDeallocate(object: object, inTime: time)
            }

            override func expectViewControllerDisappear(
                viewController: any ViewControllable, inTime time: Double
            ) -> any LeakDetectionHandle {
                views.withLock { $0.append(ObjectIdentifier(viewController)) }
                return super.expectViewControllerDisappear(
                    viewController: viewController, inTime: time)
            }

            func seconds(of object: AnyObject) -> [Double] {
                asked.withLock { $0.filter { $0.object == ObjectIdentifier(object) } }
                    .map(\.seconds)
            }

            func timesShown(_ view: AnyObject) -> Int {
                views.withLock { $0.count { $0 == ObjectIdentifier(view) } }
            }
        }

        private final class PresenterDouble: Presentable {}

        private let detector = Detector()
        private let before = LeakDetector.instance

        init() { LeakDetector.setInstance(detector) }

        deinit { LeakDetector.setInstance(before) }

        @Test func itTakesTheDetectorsPlace() {
            #expect(LeakDetector.instance === detector)
        }

        @Test func aRouterThatWasInNoTreeExpectsItsInteractorToGo() {
            let interactor = Interactor()
            _ = Router(interactor: interactor)
            #expect(detector.seconds(of: interactor) == [1])
        }

        @Test func aRouterExpectsAMockToGo() {
            let mock = InteractableDouble()
            _ = Router(interactor: mock)
            #expect(detector.seconds(of: mock) == [1])
        }

        @Test func aViewAndAPresenterAreExpectedToGo() {
            let view = ViewDouble()
            let presenter = PresenterDouble()
            _ = ViewableRouter(
                interactor: PresentableInteractor(presenter: presenter), viewController: view)
            #expect(detector.seconds(of: view) == [5])
            #expect(detector.seconds(of: presenter) == [1])
        }

        @Test func aViewIsExpectedToDisappearWhileItsRIBIsInactive() {
            let view = ViewDouble()
            let router = ViewableRouter(interactor: Interactor(), viewController: view)
            router.load()
            #expect(detector.timesShown(view) == 1)
            router.interactor.activate()
            #expect(detector.timesShown(view) == 1)
            router.interactor.deactivate()
            #expect(detector.timesShown(view) == 2)
        }

        @Test func theStatusCountsWhatTheRuntimeExpects() {
            let own = LeakDetector()
            LeakDetector.setInstance(own)
            // The RIBs of tests that run meanwhile, and end on other threads, are heard of as well.
            let heard = Protected<[LeakDetectionStatus]>([])
            let subscription = own.status.sink { status in heard.withLock { $0.append(status) } }
            let interactor = Interactor()
            _ = Router(interactor: interactor)
            #expect(heard.withLock { $0.contains(.InProgress) })
            subscription.cancel()
            withExtendedLifetime(interactor) {}
        }
    }
#endif
