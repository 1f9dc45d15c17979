import RIBs

protocol TicTacToeDependency: MistakeDependency {
    var playerNames: PlayerNames { get }
}

protocol TicTacToeBuildable: Buildable {
    func build(withListener listener: TicTacToeListener) -> TicTacToeRouting
}

final class TicTacToeBuilder: Builder<TicTacToeDependency>, TicTacToeBuildable {
    func build(withListener listener: TicTacToeListener) -> TicTacToeRouting {
        let viewController = TicTacToeViewController(playerNames: dependency.playerNames)
        let interactor = TicTacToeInteractor(
            presenter: viewController, mistakes: dependency.mistakes)
        interactor.listener = listener
        return TicTacToeRouter(interactor: interactor, viewController: viewController)
    }
}
