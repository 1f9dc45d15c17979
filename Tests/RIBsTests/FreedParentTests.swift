// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing

@testable import RIBs

/// A parent that lets its children go, and is then freed where and when it wants.
@Suite struct FreedParentTests {
    /// A router whose `deinit` does what a test says, before the base class ends anything.
    private final class SlowRouter: Router<SpyInteractor> {
        let whileFreed: () -> Void

        init(_ whileFreed: @escaping () -> Void) {
            self.whileFreed = whileFreed
            super.init(interactor: SpyInteractor("slow", Log()))
        }

        deinit { whileFreed() }
    }

    @Test func aParentThatAnotherThreadFreesIsNoLongerAskedFor() {
        let child = SpyRouter("child", Log())
        let isBeingFreed = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let isGone = DispatchSemaphore(value: 0)
        func attachAndDetach() -> SlowRouter {
            let parent = SlowRouter {
                isBeingFreed.signal()
                mayGo.wait()
            }
            parent.attachChild(child)
            parent.detachChild(child)
            return parent
        }
        // Safe, because only the other thread touches it once that runs.
        nonisolated(unsafe) var parent: SlowRouter? = attachAndDetach()
        #expect(child.record.lastParent === parent)

        Thread.detachNewThread {
            parent = nil
            isGone.signal()
        }
        isBeingFreed.wait()
        #expect(child.record.lastParent == nil)
        mayGo.signal()
        isGone.wait()
        #expect(child.record.lastParent == nil)
    }

    /// Their links would keep each other for ever.
    @Test func routersThatWereAboveEachOtherInTurnAreNotAboveEachOtherBoth() {
        let first = SpyRouter("first", Log())
        let second = SpyRouter("second", Log())
        second.attachChild(SpyRouter("below second", Log()))
        // An inactive parent's children leave without a time: they go down with it.
        first.interactor.activate()
        first.interactor.deactivate()
        first.attachChild(second)
        first.detachChild(second)
        second.attachChild(first)
        #expect(first.link.ancestors.map(\.id) == [first, second].map(\.recordedID))
    }
}
