// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

struct Score: Equatable {
    let points: Int
    struct Bonus {}
}

@Suite struct SubscriptionChainTests {
    private let run = TrackedRun()
    private let scores = PassthroughSubject<Score, Never>()
    private let points = CurrentValueSubject<Int, Never>(0)

    @Test func namesASourceAndItsSubscriber() {
        #expect(run.chain(scores) == "PassthroughSubject<Score, Never> → sink")
        #expect(run.chain(Just(1)) == "Just<Int> → sink")
    }

    @Test func namesOperatorsFromTheSourceOn() {
        let publisher = scores.map(\.points).removeDuplicates().filter { $0 > 0 }
            .compactMap { $0 }
        #expect(
            run.chain(publisher)
                == "PassthroughSubject<Score, Never> → map → removeDuplicates → filter"
                + " → compactMap → sink")
    }

    @Test func looksThroughErasure() {
        #expect(
            run.chain(points.eraseToAnyPublisher()) == "CurrentValueSubject<Int, Never> → sink")
        let publisher = scores.map(\.points).eraseToAnyPublisher().filter { $0 > 0 }
            .eraseToAnyPublisher()
        #expect(
            run.chain(publisher) == "PassthroughSubject<Score, Never> → map → filter → sink")
    }

    @Test func namesNestedAndGenericValuesShort() {
        let bonuses = PassthroughSubject<[String: Score.Bonus], any Error>()
            .eraseToAnyPublisher()
        #expect(
            run.chain(bonuses)
                == "PassthroughSubject<Dictionary<String, Bonus>, Error> → sink")
    }

    @Test func namesTuplesAndFunctionsBehindAnErasure() {
        let taps = PassthroughSubject<Void, Never>().eraseToAnyPublisher()
        #expect(run.chain(taps) == "PassthroughSubject<(), Never> → sink")
        let pairs = PassthroughSubject<(Score, Score.Bonus), Never>().eraseToAnyPublisher()
        #expect(run.chain(pairs) == "PassthroughSubject<(Score, Bonus), Never> → sink")
        let works = PassthroughSubject<(Score) -> Int, Never>().eraseToAnyPublisher()
        #expect(run.chain(works) == "PassthroughSubject<(Score) -> Int, Never> → sink")
    }

    @Test func namesAnOperatorThatAnswersBeforeItSubscribes() {
        let publisher = scores.flatMap { Just($0.points) }
        #expect(
            run.chain(publisher) == "PassthroughSubject<Score, Never> → flatMap → sink")
        #expect(
            run.chain(publisher.eraseToAnyPublisher())
                == "PassthroughSubject<Score, Never> → flatMap → sink")
    }

    @Test func namesASharedPublisherAlikeForItsFirstAndItsSecondSubscriber() {
        let shared = scores.map(\.points).share()
        let first = shared.sink { _ in }
        #expect(run.chain(shared) == "PassthroughSubject<Score, Never> → map → share → sink")
        first.cancel()
        #expect(
            run.chain(scores.map(\.points).share())
                == "PassthroughSubject<Score, Never> → map → share → sink")
    }

    @Test func namesTheInteractorsOwnOperatorsAndStreams() {
        let interactor = Interactor()
        #expect(
            run.chain(points.map { $0 + 1 }.confineTo(interactor))
                == "CurrentValueSubject<Int, Never> → map → confineTo → sink")
        #expect(
            run.chain(interactor.isActiveStream) == "ActivityStream → sink")
    }

    @Test func namesOtherSubscribers() {
        final class Board {
            var points = 0
        }
        let target = PassthroughSubject<Int, Never>()
        run.owned {
            _ = run.followed(points, "assign").assign(to: \.points, on: Board())
            _ = run.followed(points, "subject").subscribe(target)
        }
        #expect(
            run.recorder.chains == [
                "1: CurrentValueSubject<Int, Never> → assign",
                "1: CurrentValueSubject<Int, Never> → subject",
            ])
    }

    @Test func keepsTheNamesOfForeignTypes() {
        struct Doubled<Upstream: Publisher>: Publisher where Upstream.Output == Int {
            typealias Output = Int
            typealias Failure = Upstream.Failure
            let upstream: Upstream
            func receive<S: Subscriber>(subscriber: S)
            where S.Input == Int, S.Failure == Failure {
                upstream.map { $0 * 2 }.subscribe(subscriber)
            }
        }
        #expect(
            run.chain(Doubled(upstream: points))
                == "Doubled<CurrentValueSubject<Int, Never>> → sink")
    }
}
