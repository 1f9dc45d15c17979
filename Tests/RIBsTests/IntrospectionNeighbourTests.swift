// SPDX-License-Identifier: Apache-2.0

#if !canImport(Combine)
    import RIBRecorder
    import XCTest

    @testable import RIBs

    /// Tracking beside others that use OpenCombine's introspection, and tracking that comes late.
    ///
    /// A test of XCTest, since the switches are the whole process's and those run one at a time.
    final class IntrospectionNeighbourTests: XCTestCase {
        private let stream = PassthroughSubject<Int, Never>()
        private let first = Neighbour()
        private let second = Neighbour()
        private let interactor = SpyInteractor("it", Log())
        private var kept: AnyCancellable?

        override func setUp() {
            SubscriptionTracking.disable()
            interactor.onActive = { [unowned self] _ in subscribe() }
        }

        override func tearDown() {
            SubscriptionTracking.disable()
            for neighbour in [first, second] { neighbour.disable() }
            interactor.onActive = { _ in }
        }

        private func subscribe() { kept = stream.map { $0 }.sink { _ in } }

        /// What the ledger has of the subscription.
        private func lines() throws -> [String] {
            var facts = RecordedFacts()
            facts.name(interactor.recordedID, "it")
            return try facts.lines().filter {
                !["made", "activated", "deactivated"].contains($0.split(separator: " ")[1])
            }
        }

        private let subscribed = "it subscribed: PassthroughSubject<Int, Never> → map → sink"

        private func sendWhileActiveAndInactive() {
            interactor.activate()
            stream.send(1)
            interactor.deactivate()
            stream.send(2)
            kept?.cancel()
        }

        private func expectAllRecorded() throws {
            try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
            XCTAssertEqual(
                try lines(),
                [subscribed, "it fired while inactive", "it cancelled after 1+1 values"])
        }

        func testBesideOneThatCameBefore() throws {
            first.enable()
            SubscriptionTracking.enable()
            sendWhileActiveAndInactive()
            try expectAllRecorded()
            XCTAssertEqual(first.values, [1, 2])
        }

        func testBesideOneThatCameAfter() throws {
            SubscriptionTracking.enable()
            first.enable()
            sendWhileActiveAndInactive()
            try expectAllRecorded()
            XCTAssertEqual(first.values, [1, 2])
        }

        func testBetweenTwo() throws {
            first.enable()
            SubscriptionTracking.enable()
            second.enable()
            sendWhileActiveAndInactive()
            try expectAllRecorded()
            XCTAssertEqual(first.values, [1, 2])
            XCTAssertEqual(second.values, [1, 2])
        }

        func testTheOthersLeaveInEachOrder() throws {
            try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
            for leaving in [[first, second], [second, first]] {
                first.enable()
                SubscriptionTracking.enable()
                second.enable()
                interactor.activate()
                stream.send(1)
                leaving[0].disable()
                stream.send(2)
                leaving[1].disable()
                stream.send(3)
                kept?.cancel()
                interactor.deactivate()
                SubscriptionTracking.disable()
                XCTAssertEqual(
                    try lines().suffix(2), [subscribed, "it cancelled after 3+0 values"])
                XCTAssertEqual(leaving[0].takeValues(), [1])
                XCTAssertEqual(leaving[1].takeValues(), [1, 2])
            }
        }

        func testTheOthersHearOnWhenTrackingLeaves() throws {
            first.enable()
            SubscriptionTracking.enable()
            second.enable()
            interactor.activate()
            stream.send(1)
            SubscriptionTracking.disable()
            stream.send(2)
            interactor.deactivate()
            stream.send(3)
            kept?.cancel()
            XCTAssertEqual(first.values, [1, 2, 3])
            XCTAssertEqual(second.values, [1, 2, 3])
            try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
            XCTAssertEqual(try lines(), [subscribed, "it cancelled after 1+0 values"])
        }

        func testWhatWasSubscribedToBeforeIsNotKnown() throws {
            interactor.activate()
            SubscriptionTracking.enable()
            stream.send(1)
            interactor.deactivate()
            stream.send(2)
            kept?.cancel()
            XCTAssertEqual(try lines(), [])
            sendWhileActiveAndInactive()
            try expectAllRecorded()
        }

        func testWhatWasSubscribedToBeforeIsNotKnownThoughItIsTapped() throws {
            first.enable()
            interactor.activate()
            SubscriptionTracking.enable()
            stream.send(1)
            interactor.deactivate()
            stream.send(2)
            kept?.cancel()
            XCTAssertEqual(try lines(), [])
            XCTAssertEqual(first.values, [1, 2])
        }

        func testTrackingMayComeInTheMidstOfASubscription() throws {
            first.enable()
            let late = Deferred { [stream] in
                SubscriptionTracking.enable()
                return stream
            }
            interactor.onActive = { [unowned self] _ in kept = late.sink { _ in } }
            sendWhileActiveAndInactive()
            try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
            // By then nobody can tell what the end of the chain is.
            XCTAssertEqual(
                try lines(),
                [
                    "it subscribed: PassthroughSubject<Int, Never> → anySubscriber",
                    "it fired while inactive", "it cancelled after 1+1 values",
                ])
        }

        func testWhatComesWhenTrackingIsOnAgainIsKnown() throws {
            SubscriptionTracking.enable()
            SubscriptionTracking.disable()
            SubscriptionTracking.enable()
            sendWhileActiveAndInactive()
            try expectAllRecorded()
        }

        func testWhatWasFollowedIsOverWhenTrackingLeaves() throws {
            try XCTSkipUnless(RecordedFacts.isRecording, "nothing is recorded")
            SubscriptionTracking.enable()
            interactor.activate()
            stream.send(1)
            SubscriptionTracking.disable()
            XCTAssertEqual(try lines(), [subscribed, "it cancelled after 1+0 values"])
            SubscriptionTracking.enable()
            interactor.deactivate()
            stream.send(2)
            kept?.cancel()
            XCTAssertEqual(try lines().count, 2)
        }

        func testChainsAreTappedOnlyWhileSomebodyListens() {
            let plain = Upstream.description(in: stream)
            SubscriptionTracking.enable()
            XCTAssertNotEqual(Upstream.description(in: stream), plain)
            SubscriptionTracking.disable()
            XCTAssertEqual(Upstream.description(in: stream), plain)
            first.enable()
            SubscriptionTracking.enable()
            SubscriptionTracking.disable()
            XCTAssertNotEqual(Upstream.description(in: stream), plain)
            first.disable()
            XCTAssertEqual(Upstream.description(in: stream), plain)
        }
    }

    /// Another user of introspection: notes the values that sinks get.
    private final class Neighbour: _Introspection {
        private(set) var values: [Int] = []

        func takeValues() -> [Int] {
            defer { values = [] }
            return values
        }

        func willReceive<Downstream: Subscriber>(
            subscriber: Downstream, input: Downstream.Input
        ) {
            if let value = input as? Int, subscriber is Subscribers.Sink<Int, Never> {
                values.append(value)
            }
        }
    }

    /// The type of the subscription that a subscriber gets, which shows whether it is tapped.
    private final class Upstream: Subscriber {
        private var type: Any.Type = Never.self

        static func description(in publisher: some Publisher<Int, Never>) -> String {
            let upstream = Upstream()
            publisher.subscribe(upstream)
            return String(reflecting: upstream.type)
        }

        func receive(subscription: any Subscription) {
            type = Swift.type(of: subscription)
            subscription.cancel()
        }

        func receive(_ input: Int) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Never>) {}
    }
#endif
