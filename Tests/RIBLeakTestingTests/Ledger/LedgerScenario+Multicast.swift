// SPDX-License-Identifier: Apache-2.0

import RIBs

/// Streams that several subscribers share, and what remains of them.
extension LedgerScenario {
    static let multicast = [
        LedgerScenario("a multicast ended after its subscriber leaves nothing that works") {
            stage in
            stage.visit(stage.score { $0.multicast() }, times: 3)
            stage.stream.send(2)
        },
        LedgerScenario("a multicast ended before its subscriber") { stage in
            stage.visit(stage.score { $0.multicastConnectingFirst() }, times: 3)
            stage.stream.send(2)
        },
        LedgerScenario("a connection that goes on feeding a subject is not known") { stage in
            let subject = PassthroughSubject<Int, Never>()
            stage.elsewhere.others.append(subject)
            stage.visit(
                stage.score { $0.feed(subject, in: stage.elsewhere) })
            stage.stream.send(2)
        },
        LedgerScenario("a shared stream ends with its only subscriber") { stage in
            stage.visit(stage.score { $0.share() }, times: 3)
            stage.stream.send(2)
        },
    ]
}

extension ScoreInteractor {
    fileprivate func multicast() {
        let shared = stream.multicast { PassthroughSubject<Int, Never>() }
        shared.sink { _ in }.cancelOnDeactivate(interactor: self)
        shared.connect().cancelOnDeactivate(interactor: self)
    }

    fileprivate func multicastConnectingFirst() {
        let shared = stream.multicast(subject: PassthroughSubject<Int, Never>())
        shared.connect().cancelOnDeactivate(interactor: self)
        shared.sink { _ in }.cancelOnDeactivate(interactor: self)
    }

    fileprivate func feed(_ subject: PassthroughSubject<Int, Never>, in kept: Kept) {
        let shared = stream.multicast(subject: subject)
        shared.sink { _ in }.cancelOnDeactivate(interactor: self)
        AnyCancellable(shared.connect()).store(in: &kept.bag)
    }

    fileprivate func share() {
        stream.share().sink { _ in }.cancelOnDeactivate(interactor: self)
    }
}
