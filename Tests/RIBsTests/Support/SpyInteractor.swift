// SPDX-License-Identifier: Apache-2.0

import RIBs

/// An interactor that logs what happens to it and does what a test says.
final class SpyInteractor: Interactor {
    let name: String
    let log: Log
    var onActive: (SpyInteractor) -> Void = { _ in }
    var onResign: (SpyInteractor) -> Void = { _ in }

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
    }

    override func didBecomeActive() {
        log.add("\(name) active")
        onActive(self)
    }

    override func willResignActive() {
        log.add("\(name) resigns")
        onResign(self)
    }

    deinit { log.add("\(name) interactor freed") }
}
