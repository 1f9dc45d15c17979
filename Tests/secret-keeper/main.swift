// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBRecorder
import RIBs

// A RIB that has a secret in its values wherever one may be, leaks, and delivers it while inactive.
//
//   secret-keeper SECRET         and another secret in the environment, as SECRET

// Safe here and below: this process uses its RIBs on the main thread only.
final class RootInteractor: Interactor, @unchecked Sendable {
    /// Keeps what came and went, under its secret.
    var sessions: [String: VaultInteractor] = [:]
    var services = NSMutableDictionary()
}

final class VaultInteractor: Interactor, @unchecked Sendable {
    private let secret: String
    private let passwords: PassthroughSubject<String, Never>
    private var received: [String] = []
    private var cancellables = Set<AnyCancellable>()

    init(secret: String, passwords: PassthroughSubject<String, Never>) {
        self.secret = secret
        self.passwords = passwords
    }

    override func didBecomeActive() {
        passwords.filter { [secret] in $0 != secret }
            .sink { self.received.append($0) }.store(in: &cancellables)
    }
}

SubscriptionTracking.enable()
let secrets = [
    CommandLine.arguments.dropFirst().first ?? "",
    ProcessInfo.processInfo.environment["SECRET"] ?? "",
]
let passwords = PassthroughSubject<String, Never>()
let rootInteractor = RootInteractor()
let rootRouter = Router(interactor: rootInteractor)
rootInteractor.activate()
rootRouter.load()
for secret in secrets {
    let interactor = VaultInteractor(secret: secret, passwords: passwords)
    let router = Router(interactor: interactor)
    rootRouter.attachChild(router)
    passwords.send("password of \(secret)")
    rootRouter.detachChild(router)
    passwords.send("late password of \(secret)")
    rootInteractor.sessions[secret] = interactor
    rootInteractor.services[secret] = interactor
}
Recorder.shared.settle()
