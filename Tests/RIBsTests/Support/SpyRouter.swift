// SPDX-License-Identifier: Apache-2.0

import RIBs

/// A router with a spy as its interactor, which logs what happens to it.
final class SpyRouter: Router<SpyInteractor> {
    let name: String
    let log: Log
    var onLoad: (SpyRouter) -> Void = { _ in }

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        super.init(interactor: SpyInteractor(name, log))
    }

    override func didLoad() {
        log.add("\(name) loaded")
        onLoad(self)
    }

    /// Logs what the interactor's stream says from now on, without its present value.
    func logStream() -> AnyCancellable {
        let (name, log) = (name, log)
        return interactor.isActiveStream.dropFirst().sink { log.add("\(name) stream \($0)") }
    }

    deinit { log.add("\(name) router freed") }

    /// A router that is active and loaded, as if it were attached.
    static func started(_ name: String, _ log: Log) -> SpyRouter {
        let router = SpyRouter(name, log)
        router.interactor.activate()
        router.load()
        _ = log.take()
        return router
    }
}
