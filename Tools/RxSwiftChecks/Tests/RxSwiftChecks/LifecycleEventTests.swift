// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs
import RxSwift
import Testing

/// What observers hear of the lifecycle, with observables.
@Suite struct LifecycleEventTests {
    private final class AboveRouter: Router<Interactor> {}
    private final class BelowRouter: Router<Interactor> {}

    /// What was heard of the RIBs of this file.
    // Safe: the lock guards the lines.
    private final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []

        func add(_ event: LifecycleEvent) {
            guard event.ribPath.hasPrefix("Above") else { return }
            lock.withLock { lines.append("\(event.kind) \(event.ribPath)") }
        }

        func take() -> [String] {
            lock.withLock {
                defer { lines = [] }
                return lines
            }
        }
    }

    @Test func eachChangeIsAnnounced() {
        let heard = Heard()
        let observation = LifecycleEvents.observe { heard.add($0) }
        let above = AboveRouter(interactor: Interactor())
        above.interactor.activate()
        above.load()
        _ = heard.take()
        let below = BelowRouter(interactor: Interactor())
        above.attachChild(below)
        above.detachChild(below)
        observation.dispose()
        #expect(
            heard.take() == [
                "willAttach Above/Below", "attached Above/Below",
                "willBecomeActive Above/Below", "activated Above/Below", "loaded Above/Below",
                "willDetach Above/Below", "detached Above/Below",
                "willResignActive Above/Below", "deactivated Above/Below",
            ])
    }
}
