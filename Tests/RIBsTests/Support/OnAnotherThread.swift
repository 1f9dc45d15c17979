// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs `body` on a new thread and waits for it.
func onAnotherThread(_ body: @escaping () -> Void) {
    // Safe, because only one of the two threads runs at a time.
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        done.signal()
    }
    done.wait()
}
