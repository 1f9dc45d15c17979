// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A worker that logs what happens to it and does what a test says.
final class SpyWorker: Worker {
    let log: Log
    var onStart: (SpyWorker, any InteractorScope) -> Void = { _, _ in }
    var onStop: (SpyWorker) -> Void = { _ in }

    init(_ log: Log) {
        self.log = log
    }

    override func didStart(_ interactorScope: any InteractorScope) {
        log.add("didStart")
        onStart(self, interactorScope)
    }

    override func didStop() {
        log.add("didStop")
        onStop(self)
    }

    deinit { log.add("worker freed") }
}
