// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBs
import VictimShims

/// An app whose tree leaks, with the leak detector's response. It ends at the response.
final class RespondingApp: @unchecked Sendable {
    // Safe: only the main thread uses it.
    static let shared = RespondingApp()

    private let root = Router(interactor: Interactor())
    private var kept: [Interactor] = []

    /// - Parameter count: How many leaks to say, one a line, before a SIGKILL; nil to trap.
    func run(untilSaid count: Int?) -> Never {
        root.interactor.activate()
        root.load()
        if let count {
            let said = AtomicCounter()
            LeakDetector.instance.response = .call { report in
                Witness.say("leaked \(report.typeName) \(report.retainPath.last ?? "")")
                if said.increment() == count { kill(getpid(), SIGKILL) }
            }
        } else {
            LeakDetector.instance.response = .trap
        }
        for _ in 1...(count ?? 1) { leave() }
        while true { RunLoop.main.run(until: Date() + 0.02) }
    }

    private func leave() {
        let interactor = KeptInteractor()
        kept.append(interactor)
        let router = Router(interactor: interactor)
        root.attachChild(router)
        root.detachChild(router)
    }
}

// Safe: it adds no state, and the main thread alone uses it.
private final class KeptInteractor: Interactor, @unchecked Sendable {}
