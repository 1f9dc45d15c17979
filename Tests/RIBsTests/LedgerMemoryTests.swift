// SPDX-License-Identifier: Apache-2.0

import RIBs
import XCTest

@testable import RIBRecorder

/// The ledger of a large app, whose values come through publishers and taps.
///
/// A value through a tap takes a debug build microseconds, so these are fifty thousand; ten
/// million enter by the ledger's own entry point in the recorder's tests. A test of XCTest, since
/// those run one at a time and the ledger is the whole process's.
final class LedgerMemoryTests: XCTestCase {
    private var received = 0

    override func setUp() { SubscriptionTracking.enable() }
    override func tearDown() { SubscriptionTracking.disable() }

    func testItsMemoryIsBoundedByLiveSubscriptionsNotByValues() throws {
        guard let session = Recorder.shared.session else {
            throw XCTSkip("nothing is recorded")
        }
        let before = session.ledger.count
        let interactors = (0..<1_000).map { _ in
            TenfoldInteractor { self.received += 1 }
        }
        for interactor in interactors { interactor.activate() }
        XCTAssertEqual(session.ledger.count - before, 10_000)

        func send(_ value: Int) {
            for interactor in interactors { interactor.stream.send(value) }
        }
        send(0)
        let (events, bytes) = (session.eventCount, session.memory.usedBytes)
        for value in 1...4 { send(value) }
        XCTAssertEqual(received, 50_000)
        XCTAssertEqual(session.eventCount, events)
        XCTAssertEqual(session.memory.usedBytes, bytes)
        XCTAssertEqual(session.ledger.count - before, 10_000)

        for interactor in interactors { interactor.deactivate() }
        XCTAssertEqual(session.ledger.count, before)
    }
}

private final class TenfoldInteractor: Interactor {
    let stream = PassthroughSubject<Int, Never>()
    private let receive: () -> Void

    init(receive: @escaping () -> Void) {
        self.receive = receive
    }

    override func didBecomeActive() {
        for _ in 0..<10 {
            stream.sink { [receive] _ in receive() }.cancelOnDeactivate(interactor: self)
        }
    }
}
