// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace
import XCTest

@testable import RIBs

/// Subscriptions that name their owner while all are followed: each is entered once.
///
/// Tests of XCTest, since the switch is the whole process's and those run one at a time.
final class ExplicitTrackingTests: XCTestCase {
    private let interactor = SpyInteractor("it", Log())
    private let subject = PassthroughSubject<Int, Never>()

    override func setUp() { SubscriptionTracking.enable() }
    override func tearDown() { SubscriptionTracking.disable() }

    func testASinkInIsEnteredOnce() throws {
        interactor.onActive = { [subject] in subject.sink(in: $0) { _ in } }
        interactor.activate()
        subject.send(1)
        interactor.deactivate()
        try expect([
            "it subscribed: PassthroughSubject<Int, Never> → sink (explicit, ending)",
            "it cancelled after 1+0 values", "it deactivated",
        ])
    }

    func testWhatASinksValueSubscribesToIsTheOwnersToo() throws {
        let first = CurrentValueSubject<Int, Never>(1)
        var inner: AnyCancellable?
        interactor.onActive = { [subject] in
            first.sink(in: $0) { _ in inner = subject.sink { _ in } }
        }
        interactor.activate()
        inner?.cancel()
        interactor.deactivate()
        try expect([
            "it subscribed: CurrentValueSubject<Int, Never> → sink (explicit, ending)",
            "it subscribed: PassthroughSubject<Int, Never> → sink (current, none)",
            "it cancelled after 0+0 values", "it cancelled after 1+0 values", "it deactivated",
        ])
    }

    func testATrackedSubscriptionIsEnteredOnce() throws {
        var tracked: AnyCancellable?
        interactor.onActive = { [subject] in tracked = subject.sink { _ in }.tracked(by: $0) }
        interactor.activate()
        subject.send(1)
        tracked?.cancel()
        try expect([
            "it subscribed: PassthroughSubject<Int, Never> → sink (current, none)",
            "it cancelled after 1+0 values",
        ])
    }

    func testAConfinedSubscriptionIsEnteredOnceAndSaysSo() throws {
        var kept: AnyCancellable?
        interactor.onActive = { [subject] in
            kept = subject.confineTo($0).map { $0 + 1 }.sink { _ in }
        }
        interactor.activate()
        subject.send(1)
        kept?.cancel()
        try expect([
            "it subscribed: PassthroughSubject<Int, Never> → confineTo → map → sink (explicit, silent)",
            "it cancelled after 1+0 values",
        ])
    }

    func testWhatIsMadeAfterTrackingWasSwitchedOffIsNotFollowed() throws {
        SubscriptionTracking.disable()
        var kept: AnyCancellable?
        interactor.onActive = { [subject] _ in kept = subject.sink { _ in } }
        interactor.activate()
        SubscriptionTracking.enable()
        subject.send(1)
        kept?.cancel()
        try expect(["it activated"])
    }

    /// Compares the last lines, and that no other line is of a subscription.
    private func expect(_ expected: [String], line: UInt = #line) throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        var facts = RecordedFacts()
        facts.saysHow = true
        facts.name(interactor.recordedID, "it")
        let lines = try facts.lines().drop { $0 != "it activated" }
        XCTAssertEqual(
            Array(lines.dropFirst(expected.first == "it activated" ? 0 : 1)), expected,
            line: line)
    }
}
