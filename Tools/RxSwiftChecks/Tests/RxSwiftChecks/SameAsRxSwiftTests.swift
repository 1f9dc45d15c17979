// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import RxSwift
import Testing

/// Subscriptions behave like RxSwift's, whether they are followed or not.
@Suite struct SameAsRxSwiftTests {
    private struct Failure: Error {}

    /// The events of this package's subscription, and of RxSwift's own.
    private func happening(
        _ run: (PublishSubject<Int>, any Disposable) -> Void
    ) -> (own: [String], rxSwifts: [String]) {
        func log(
            _ subscribe: (PublishSubject<Int>, @escaping (String) -> Void) -> any Disposable
        ) -> [String] {
            var lines: [String] = []
            let subject = PublishSubject<Int>()
            run(subject, subscribe(subject) { lines.append($0) })
            return lines
        }
        return (
            log { subject, say in
                subject.subscribe(
                    onNext: { say("next \($0)") }, onError: { _ in say("error") },
                    onCompleted: { say("completed") }, onDisposed: { say("disposed") })
            },
            log { subject, say in originally(subject, say) }
        )
    }

    /// Subscribes through generic code over the protocol, which this package does not follow.
    private func originally<Source: ObservableType>(
        _ source: Source, _ say: @escaping (String) -> Void
    ) -> any Disposable {
        source.subscribe(
            onNext: { say("next \($0)") }, onError: { _ in say("error") },
            onCompleted: { say("completed") }, onDisposed: { say("disposed") })
    }

    private func expectTheSame(_ run: @escaping (PublishSubject<Int>, any Disposable) -> Void) {
        let unfollowed = happening(run)
        #expect(unfollowed.own == unfollowed.rxSwifts)
        _ = findLeaks {
            let followed = happening(run)
            #expect(followed.own == followed.rxSwifts)
            #expect(followed.own.last == "disposed")
        }
    }

    @Test func valuesAndCompletion() {
        expectTheSame { subject, _ in
            subject.onNext(1)
            subject.onCompleted()
            subject.onNext(2)
        }
    }

    @Test func anError() {
        expectTheSame { subject, _ in
            subject.onNext(1)
            subject.onError(Failure())
            subject.onNext(2)
        }
    }

    @Test func disposal() {
        expectTheSame { subject, disposable in
            subject.onNext(1)
            disposable.dispose()
            subject.onNext(2)
            disposable.dispose()
        }
    }

    @Test func aDisposedSubject() {
        expectTheSame { subject, disposable in
            subject.dispose()
            disposable.dispose()
        }
    }
}

@Suite struct LeakTests {
    private static let scores = Scores()

    @Test func aClosureThatASubjectKeepsIsNamed() throws {
        let findings = findingsOfGame(Self.scores) { me in
            _ = me.scores.numbers.map { $0 }.subscribe(onNext: { me.show($0) })
        }
        let leak = try #require(findings.first { $0.kind.isLeak })
        #expect(leak.type == "GameInteractor")
        let steps = try #require(leak.retainPath).steps
        #expect(
            steps.suffix(2).map(\.label) == ["receiveValue", "captures GameInteractor"])
        #expect(steps.dropLast().last?.holder == "PublishSubject<Int>")
        #expect(
            leak.hint
                == """
                Capture the GameInteractor weakly in this closure, and end the subscription with \
                .disposeOnDeactivate(interactor:).
                """
        )
    }

    @Test func aTokenKeepsNoClosureThatRxSwiftsWouldNot() {
        final class Held {}
        weak var held: Held?
        let interactor = GameInteractor(Scores()) { _ in }
        var subject: PublishSubject<Int>? = PublishSubject()
        func subscribe() {
            let made = Held()
            held = made
            subject?.subscribe(onNext: { _ in withExtendedLifetime(made) {} })
                .disposed(by: interactor.bag)
        }
        _ = findLeaks {
            subscribe()
            #expect(held != nil)
            // The subject kept the closure. The bag still has its token.
            subject = nil
            #expect(held == nil)
        }
    }
}
