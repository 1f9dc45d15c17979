// SPDX-License-Identifier: Apache-2.0

import RIBs
import XCTest

private let source = "PassthroughSubject<Int, Never>"

/// What is followed in a file that imports this module alone: every publisher.
final class FollowedPublisherTests: FollowedChainsTestCase {
    private final class Board {
        @Published var shown = 0
        var points = 0
    }

    /// An app's own publisher, which conforms to nothing of this module.
    private struct Scores: Publisher {
        typealias Output = Int
        typealias Failure = Never
        let numbers: PassthroughSubject<Int, Never>
        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            numbers.subscribe(subscriber)
        }
    }

    func testSinks() throws {
        XCTAssertEqual(
            try chains { [numbers] bag in
                numbers.sink { _ in }.store(in: &bag)
                numbers.map { $0 }.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                    .store(in: &bag)
            }, ["\(source) → sink", "\(source) → map → sink"])
    }

    func testAssignments() throws {
        let board = Board()
        XCTAssertEqual(
            try chains { [numbers] bag in
                numbers.assign(to: \.points, on: board).store(in: &bag)
                numbers.assign(to: &board.$shown)
            }, ["\(source) → assign", "\(source) → assign"])
        numbers.send(3)
        XCTAssertEqual([board.points, board.shown], [3, 3])
    }

    func testSubjectsAndSubscribers() throws {
        let fed = PassthroughSubject<Int, Never>()
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        XCTAssertEqual(
            try chains { [numbers] bag in
                numbers.subscribe(fed).store(in: &bag)
                numbers.subscribe(sink)
            }, ["\(source) → subject", "\(source) → sink"])
        sink.cancel()
    }

    func testPublishersOfNoKnownType() throws {
        func opaque() -> some Publisher<Int, Never> { numbers.map { $0 } }
        let any: any Publisher<Int, Never> = numbers
        XCTAssertEqual(
            try chains { [numbers] bag in
                opaque().sink { _ in }.store(in: &bag)
                any.sink { _ in }.store(in: &bag)
                numbers.sinkByHelper().store(in: &bag)
                Scores(numbers: numbers).sink { _ in }.store(in: &bag)
            },
            [
                "\(source) → map → sink", "\(source) → sink", "\(source) → sink",
                "Scores → sink",
            ])
    }

    func testWhatAnOperatorSubscribesToIsPartOfItsChain() throws {
        struct Doubled<Upstream: Publisher>: Publisher where Upstream.Output == Int {
            typealias Output = Int
            typealias Failure = Upstream.Failure
            let upstream: Upstream
            func receive<S: Subscriber>(subscriber: S)
            where S.Input == Int, S.Failure == Failure {
                upstream.map { $0 * 2 }.subscribe(subscriber)
            }
        }
        XCTAssertEqual(
            try chains { [numbers] bag in
                Doubled(upstream: numbers.map { $0 }).filter { $0 > 0 }.sink { _ in }
                    .store(in: &bag)
                numbers.share().sink { _ in }.store(in: &bag)
            },
            [
                "Doubled<Map<PassthroughSubject<Int, Never>, Int>> → filter → sink",
                "\(source) → share → sink",
            ])
    }

    func testNothingIsFollowedWhileThatIsOff() throws {
        SubscriptionTracking.disable()
        var values: [Int] = []
        XCTAssertEqual(
            try chains { [numbers] bag in
                numbers.sink { values.append($0) }.store(in: &bag)
                numbers.sinkByHelper().store(in: &bag)
            }, [])
        numbers.send(1)
        XCTAssertEqual(values, [1])
    }

    func testASecondSubscriptionIsRefusedAndEndsNothing() throws {
        let interactor = SpyInteractor("it", Log())
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        interactor.onActive = { [numbers] _ in numbers.subscribe(sink) }
        interactor.activate()
        // The library's sink cancels it.
        sink.receive(subscription: Subscriptions.empty)
        numbers.send(1)
        sink.cancel()
        interactor.onActive = { _ in }
        var facts = RecordedFacts()
        facts.name(interactor.recordedID, "it")
        XCTAssertEqual(try facts.lines().last, "it cancelled after 1+0 values")
    }

    func testDemandReachesThePublisherAndValuesTheSubscriber() throws {
        final class Two: Subscriber, Cancellable {
            var values: [Int] = []
            func receive(subscription: any Subscription) { subscription.request(.max(1)) }
            func receive(_ value: Int) -> Subscribers.Demand {
                values.append(value)
                return values.count < 2 ? .max(1) : .none
            }
            func receive(completion: Subscribers.Completion<Never>) {}
            func cancel() {}
        }
        let two = Two()
        XCTAssertEqual(
            try chains { _ in (1...9).publisher.subscribe(two) },
            ["Sequence<ClosedRange<Int>, Never> → Two"])
        XCTAssertEqual(two.values, [1, 2])
    }
}

extension Publisher where Failure == Never {
    /// As apps have them.
    fileprivate func sinkByHelper() -> AnyCancellable { sink { _ in } }
}
