// SPDX-License-Identifier: Apache-2.0

import RIBs
import XCTest

/// Tests of XCTest, since they switch tracking for the whole process and those run one at a time.
final class SubscriptionTrackingTests: XCTestCase {
    private let log = Log()
    private let subject = PassthroughSubject<Int, Never>()

    private func tracked(_ body: () throws -> Void) rethrows {
        SubscriptionTracking.enable()
        defer { SubscriptionTracking.disable() }
        try body()
    }

    private func facts(of interactor: Interactor) -> RecordedFacts {
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "it")
        return facts
    }

    func testAPlainSinkThatOutlivesTheActivityIsCaught() throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        try tracked { () throws -> Void in
            let interactor = SpyInteractor("it", log)
            var kept: AnyCancellable?
            interactor.onActive = { [subject] _ in
                kept = subject.map { $0 + 1 }.eraseToAnyPublisher().sink { _ in }
            }
            interactor.activate()
            subject.send(1)
            interactor.deactivate()
            subject.send(2)
            subject.send(3)
            kept?.cancel()
            XCTAssert(
                try facts(of: interactor).lines() == [
                    "it made as interactor", "it activated",
                    "it subscribed: PassthroughSubject<Int, Never> → map → sink",
                    "it deactivated", "it fired while inactive",
                    "it cancelled after 1+2 values",
                ])
        }
    }

    func testAConfinedSinkIsNot() throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        try tracked { () throws -> Void in
            let interactor = SpyInteractor("it", log)
            interactor.onActive = { [subject] in
                subject.sink { _ in }.cancelOnDeactivate(interactor: $0)
            }
            interactor.activate()
            subject.send(1)
            interactor.deactivate()
            subject.send(2)
            XCTAssert(
                try facts(of: interactor).lines() == [
                    "it made as interactor", "it activated",
                    "it subscribed: PassthroughSubject<Int, Never> → sink",
                    "it cancelled after 1+0 values", "it deactivated",
                ])
        }
    }

    func testTheDeactivationsOwnValueIsNoMisfire() throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        try tracked { () throws -> Void in
            let interactor = SpyInteractor("it", log)
            var kept: AnyCancellable?
            interactor.onActive = { kept = $0.isActiveStream.sink { _ in } }
            interactor.activate()
            interactor.deactivate()
            kept?.cancel()
            XCTAssert(
                try facts(of: interactor).lines().suffix(3) == [
                    "it subscribed: ActivityStream → sink", "it deactivated",
                    "it cancelled after 2+0 values",
                ])
        }
    }

    func testTheRuntimesOwnSubscriptionsAndThoseOfDidLoadHaveNoOwner() throws {
        try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
        try tracked { () throws -> Void in
            let root = SpyRouter("root", log)
            let child = SpyRouter("child", log)
            var kept: AnyCancellable?
            child.onLoad = { [subject] _ in kept = subject.sink { _ in } }
            // The parent is becoming active while the child loads.
            root.interactor.onActive = { [root] _ in root.attachChild(child) }
            root.interactor.activate()
            root.load()
            root.interactor.deactivate()
            subject.send(1)
            kept?.cancel()
            var facts = RecordedFacts()
            facts.name(root.interactor.recordedID, "root")
            facts.name(child.interactor.recordedID, "child")
            let lines = try facts.lines()
            XCTAssertTrue(lines.contains("child activated"), "\(lines)")
            XCTAssertEqual(
                lines.filter { $0.contains("subscribed") || $0.contains("fired") }, [])
            root.interactor.onActive = { _ in }
        }
    }
}
