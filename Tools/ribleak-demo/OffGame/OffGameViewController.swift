// SPDX-License-Identifier: Apache-2.0

import RIBs

protocol OffGamePresentableListener: AnyObject {
    func startGame()
    func showScores()
    func logOut()
}

final class OffGameViewController: ConsoleViewController, OffGamePresentable,
    OffGameViewControllable
{
    weak var listener: OffGamePresentableListener?
    private let playerNames: PlayerNames

    init(playerNames: PlayerNames) {
        self.playerNames = playerNames
        super.init(title: "OffGame")
    }

    override func viewDidAppear() {
        say(
            "\(playerNames[.crosses]) against \(playerNames[.noughts]). "
                + "(Start game) (Scores) (Log out)")
    }

    func show(_ score: Score) {
        say("Score \(score.crosses) : \(score.noughts)")
    }

    func show(_ invitation: Invitation) {
        say("\(invitation.friend) wants to play.")
    }

    func tapStartGame() {
        listener?.startGame()
    }

    func tapScores() {
        listener?.showScores()
    }

    func tapLogOut() {
        listener?.logOut()
    }
}
