// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBLeakTesting
import RIBs
import RxRelay
import RxSwift

/// A service that lives as long as the process, as an app's services do.
final class Scores: @unchecked Sendable {
    // Safe: each test has its own.
    let numbers = PublishSubject<Int>()
    let latest = BehaviorRelay(value: 0)
    let events = PublishRelay<Int>()
    let clock = HistoricalScheduler()

    /// Sends a value through each source. Two seconds pass then.
    func send(_ number: Int) {
        numbers.onNext(number)
        latest.accept(number)
        events.accept(number)
        clock.advanceTo(clock.clock.addingTimeInterval(2))
    }
}

/// A screen with an interactor that runs a test's closure when it becomes active.
final class GameInteractor: Interactor {
    let scores: Scores
    let bag = DisposeBag()
    let shown = BehaviorRelay(value: 0)
    private let whenActive: (GameInteractor) -> Void

    init(_ scores: Scores, _ whenActive: @escaping (GameInteractor) -> Void) {
        self.scores = scores
        self.whenActive = whenActive
    }

    override func didBecomeActive() { whenActive(self) }

    func show(_ number: Int) { shown.accept(number) }
}

final class GameRouter: Router<GameInteractor> {
    init(_ scores: Scores, _ whenActive: @escaping (GameInteractor) -> Void) {
        super.init(interactor: GameInteractor(scores, whenActive))
    }
}

final class AppInteractor: Interactor {}

final class AppRouter: LaunchRouter<AppInteractor, any ViewControllable> {

    init() { super.init(interactor: AppInteractor(), viewController: NoView()) }
}

/// Launches an app, attaches a game, sends a value, detaches it and sends another one.
///
/// - Returns: The findings.
func findingsOfGame(
    _ scores: Scores = Scores(), _ whenActive: @escaping (GameInteractor) -> Void
) -> [Finding] {
    findLeaks {
        let app = AppRouter()
        app.launch()
        let game = GameRouter(scores, whenActive)
        app.attachChild(game)
        scores.send(1)
        app.detachChild(game)
        scores.send(2)
        // It could be attached again one day, so it stays alive.
        withExtendedLifetime(game) {}
    }
}

private final class NoView: ViewControllable {}
