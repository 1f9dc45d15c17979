// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBLeakTesting
import RIBs
import RxSwift
import Testing

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
