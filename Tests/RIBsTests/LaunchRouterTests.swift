// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

// With UIKit a launch needs a window, which only an app has.
#if !canImport(UIKit)
    @Suite struct LaunchRouterTests {
        private final class RootRouter: LaunchRouter<SpyInteractor, any ViewControllable> {
            let log: Log

            init(_ log: Log) {
                self.log = log
                super.init(interactor: SpyInteractor("root", log), viewController: ViewDouble())
            }

            override func didLoad() { log.add("root loaded") }
        }

        @Test func launchActivatesThenLoads() {
            let log = Log()
            let router = RootRouter(log)
            let launching: any LaunchRouting = router
            launching.launch()
            #expect(log.take() == ["root active", "root loaded"])
            #expect(router.interactor.isActive)
        }

        @Test func theViewIsTheOneGivenToTheRouter() {
            let router = RootRouter(Log())
            #expect(router.viewControllable === router.viewController)
        }

        @Test func aViewableRouterNeedsAView() async {
            await #expect(processExitsWith: .failure) {
                _ = ViewableRouter(
                    interactor: SpyInteractor("it", Log()), viewController: "no view")
            }
        }
    }
#endif
