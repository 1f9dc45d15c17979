// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import XCTest

@testable import RIBs

/// A test case that follows the subscriptions of the process, and asks for the chains that one
/// interactor made. Of XCTest, since the switch is the whole process's and those run one at a
/// time.
class FollowedChainsTestCase: XCTestCase {
    let numbers = PassthroughSubject<Int, Never>()
    var bag: Set<AnyCancellable> = []

    override func setUpWithError() throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        SubscriptionTracking.enable()
    }

    override func tearDown() {
        bag = []
        SubscriptionTracking.disable()
    }

    /// What an interactor subscribes to in `didBecomeActive`, as the ledger has it.
    func chains(_ subscribe: @escaping (inout Set<AnyCancellable>) -> Void) throws -> [String] {
        let interactor = SpyInteractor("it", Log())
        interactor.onActive = { [unowned self] _ in subscribe(&bag) }
        interactor.activate()
        interactor.deactivate()
        interactor.onActive = { _ in }
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "it")
        let said = "it subscribed: "
        return try facts.lines().filter { $0.hasPrefix(said) }
            .map { String($0.dropFirst(said.count)) }
    }
}
