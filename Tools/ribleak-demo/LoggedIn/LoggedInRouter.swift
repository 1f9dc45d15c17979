// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol LoggedInInteractable: Interactable, OffGameListener, TicTacToeListener {
    var router: LoggedInRouting? { get set }
    var listener: LoggedInListener? { get set }
}

protocol LoggedInViewControllable: ViewControllable {
    func present(_ viewController: ViewControllable)
    func dismiss(_ viewController: ViewControllable)
}

final class LoggedInRouter: Router<LoggedInInteractable>, LoggedInRouting {
    private let viewController: LoggedInViewControllable
    private let offGameBuilder: OffGameBuildable
    private let ticTacToeBuilder: TicTacToeBuildable
    private let scoresBuilder: ScoresBuildable
    private let mistakes: Set<Mistake>

    private var offGame: ViewableRouting?
    private var ticTacToe: ViewableRouting?
    private var scores: ScoresRIB?
    private var previousScreens: [ViewableRouting] = []

    init(
        interactor: LoggedInInteractable, viewController: LoggedInViewControllable,
        offGameBuilder: OffGameBuildable, ticTacToeBuilder: TicTacToeBuildable,
        scoresBuilder: ScoresBuildable, mistakes: Set<Mistake>
    ) {
        self.viewController = viewController
        self.offGameBuilder = offGameBuilder
        self.ticTacToeBuilder = ticTacToeBuilder
        self.scoresBuilder = scoresBuilder
        self.mistakes = mistakes
        super.init(interactor: interactor)
        interactor.router = self
    }

    func routeToOffGame() {
        leaveTicTacToe()
        let offGame = offGameBuilder.build(withListener: interactor)
        self.offGame = offGame
        viewController.present(offGame.viewControllable)
        attachChild(offGame)
    }

    func routeToTicTacToe() {
        // A link may ask for a game during another one.
        guard ticTacToe == nil else { return }
        leaveOffGame()
        let ticTacToe = ticTacToeBuilder.build(withListener: interactor)
        self.ticTacToe = ticTacToe
        viewController.present(ticTacToe.viewControllable)
        attachChild(ticTacToe)
    }

    func routeToScores(closed: PublishSubject<Void>) {
        let scores = scoresBuilder.build(closed: closed)
        self.scores = scores
        viewController.present(scores.viewContainer)
        scores.attach(to: self)
    }

    func leaveScores() {
        guard let scores else { return }
        scores.detach()
        viewController.dismiss(scores.viewContainer)
        self.scores = nil
    }

    /// LoggedIn has no view of its own that would remove its children's views.
    func cleanupViews() {
        leaveScores()
        for child in [offGame, ticTacToe] {
            if let child { viewController.dismiss(child.viewControllable) }
        }
    }

    private func leaveOffGame() {
        guard let offGame else { return }
        detachChild(offGame)
        viewController.dismiss(offGame.viewControllable)
        self.offGame = nil
        if mistakes.contains(.parentKeepsChild) {
            // Mistake: kept "to go back faster", but the next OffGame is always built anew.
            previousScreens.append(offGame)
        }
    }

    private func leaveTicTacToe() {
        guard let ticTacToe else { return }
        viewController.dismiss(ticTacToe.viewControllable)
        self.ticTacToe = nil
        // Mistake: the game is out of sight, but its RIB stays attached and active.
        if mistakes.contains(.forgottenDetach) { return }
        detachChild(ticTacToe)
    }
}
