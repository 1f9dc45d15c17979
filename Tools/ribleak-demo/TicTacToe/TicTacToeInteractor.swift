// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RIBs

protocol TicTacToeRouting: ViewableRouting {}

protocol TicTacToePresentable: Presentable {
    var listener: TicTacToePresentableListener? { get set }
    func show(_ board: Board)
    func announce(_ result: GameResult, after seconds: Int)
    func remind(_ player: Player)
}

protocol TicTacToeListener: AnyObject {
    func gameDidEnd(_ result: GameResult)
}

final class TicTacToeInteractor: PresentableInteractor<TicTacToePresentable>,
    TicTacToeInteractable, TicTacToePresentableListener, GameClockListener
{
    weak var router: TicTacToeRouting?
    weak var listener: TicTacToeListener?

    private let clock: GameClocking
    private let mistakes: Set<Mistake>
    private var board = Board()
    private var player = Player.crosses
    private var reminder: (any DispatchSourceTimer)?

    init(presenter: TicTacToePresentable, clock: GameClocking, mistakes: Set<Mistake>) {
        self.clock = clock
        self.mistakes = mistakes
        super.init(presenter: presenter)
        presenter.listener = self
        clock.listener = self
    }

    deinit {
        reminder?.cancel()
    }

    override func didBecomeActive() {
        super.didBecomeActive()
        startReminder()
        clock.start(self)
    }

    func place(at square: Int) {
        guard board.result == nil, board.place(player, at: square) else { return }
        player = player.opponent
        presenter.show(board)
        if let result = board.result { presenter.announce(result, after: clock.seconds) }
    }

    func timeIsUp() {
        listener?.gameDidEnd(.drawn)
    }

    func leave() {
        if let result = board.result { listener?.gameDidEnd(result) }
    }

    /// Reminds a player who has not moved for an hour.
    private func startReminder() {
        let reminder = DispatchSource.makeTimerSource(queue: .main)
        reminder.schedule(deadline: .now() + .seconds(3600), repeating: .seconds(3600))
        if mistakes.contains(.timer) {
            // Mistake: the timer keeps the handler and the handler keeps self, so the deinit that
            // cancels the timer never runs.
            reminder.setEventHandler { self.presenter.remind(self.player) }
        } else {
            reminder.setEventHandler { [weak self] in
                guard let self else { return }
                presenter.remind(player)
            }
        }
        reminder.resume()
        self.reminder = reminder
    }
}

/// A timer needs a `Sendable` handler. Like every RIB, this one runs on the main thread only.
extension TicTacToeInteractor: @unchecked Sendable {}
