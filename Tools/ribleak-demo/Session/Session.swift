// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The script: what one person taps from launch to the last game, and when the server answers.
@MainActor
struct Session {
    let app: AppDelegate
    /// The seconds before each action.
    let pace: Double

    func play() {
        openGameLink()
        logInWithoutAccount()
        createAccount()
        logIn()
        play(.winForCrosses)
        startGame()
        play(.draw)
    }

    /// Comes back as someone who has an account, after `play()` or this.
    func comeBack() {
        logOut()
        openLogin()
        logIn()
        lookAtScores()
        startGame()
        play(.winForNoughts)
    }

    private func logInWithoutAccount() {
        openLogin()
        logIn()
    }

    private func openLogin() {
        narrate("wants to log in")
        app.window.front(LoggedOutViewController.self).tapLogin()
    }

    private func logIn() {
        narrate("enters name and password")
        app.window.front(LoginViewController.self).tapLogin(name: "Ada", password: "1815")
        app.webService.answer()
    }

    private func createAccount() {
        narrate("creates an account")
        app.window.front(LoginViewController.self).tapCreateAccount()
        app.window.front(CreateAccountViewController.self).tapCreate(name: "Ada", password: "1815")
        app.webService.answer()
    }

    private func startGame() {
        narrate("starts a game")
        app.window.front(OffGameViewController.self).tapStartGame()
    }

    /// Plays a game that has started, one mark per second.
    private func play(_ game: ScriptedGame) {
        let view = app.window.front(TicTacToeViewController.self)
        for square in game.squares {
            pause()
            app.clock.tick()
            view.tap(square: square)
        }
        pause()
        view.tapBack()
    }

    private func openGameLink() {
        narrate("follows a link to a game")
        app.openGameLink()
    }

    private func lookAtScores() {
        narrate("looks at the scores")
        app.window.front(OffGameViewController.self).tapScores()
        app.window.front(ScoresViewContainer.self).tapClose()
    }

    private func logOut() {
        narrate("logs out")
        app.window.front(OffGameViewController.self).tapLogOut()
    }

    private func narrate(_ action: String) {
        pause()
        print("Ada \(action)")
    }

    /// Lets the main queue and new tasks run meanwhile, as an app does that waits for its user. Each
    /// tap comes in a turn of its own, also without a pace.
    private func pause() {
        if pace > 0 {
            RunLoop.main.run(until: Date(timeIntervalSinceNow: pace))
        } else {
            Self.letTasksBegin()
            _ = RunLoop.main.run(mode: .default, before: .distantPast)
        }
    }

    /// On a busy machine, a task that was made at one tap would still wait for a thread at the next.
    /// It might release something once it runs, so nothing that it leads to would be judged.
    private nonisolated static func letTasksBegin() {
        let hasBegun = DispatchSemaphore(value: 0)
        Task { hasBegun.signal() }
        // Where the system makes no threads, no task ever begins.
        _ = hasBegun.wait(timeout: .now() + 1)
    }
}

/// A game, as the squares that crosses and noughts take in turn.
enum ScriptedGame {
    case winForCrosses
    case winForNoughts
    case draw

    var squares: [Int] {
        switch self {
        case .winForCrosses: [5, 1, 3, 9, 7]
        case .winForNoughts: [2, 1, 3, 5, 6, 9]
        case .draw: [5, 1, 2, 8, 3, 7, 4, 6, 9]
        }
    }
}
