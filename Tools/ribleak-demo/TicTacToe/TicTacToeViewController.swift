// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol TicTacToePresentableListener: AnyObject {
    func place(at square: Int)
    func leave()
}

final class TicTacToeViewController: ConsoleViewController, TicTacToePresentable,
    TicTacToeViewControllable
{
    weak var listener: TicTacToePresentableListener?
    private let playerNames: PlayerNames

    init(playerNames: PlayerNames) {
        self.playerNames = playerNames
        super.init(title: "TicTacToe")
    }

    override func viewDidAppear() {
        say("\(playerNames[.crosses]) begins.")
    }

    func show(_ board: Board) {
        say(board.picture)
    }

    func announce(_ result: GameResult, after seconds: Int) {
        switch result {
        case .won(let player): say("\(playerNames[player]) wins after \(seconds) s! (Back)")
        case .drawn: say("A draw after \(seconds) s. (Back)")
        }
    }

    func remind(_ player: Player) {
        say("It is \(playerNames[player])'s turn.")
    }

    func tap(square: Int) {
        listener?.place(at: square)
    }

    func tapBack() {
        listener?.leave()
    }
}
