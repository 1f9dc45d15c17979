/// The script: what one person taps from launch to the last game, and when the server answers.
@MainActor
struct Session {
    let app: AppDelegate

    func play() {
        logInWithoutAccount()
        createAccount()
        logIn()
        playGame(.winForCrosses)
        playGame(.draw)
        logOut()
        openLogin()
        logIn()
        lookAtScores()
        playGame(.winForNoughts)
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

    private func playGame(_ game: ScriptedGame) {
        narrate("starts a game")
        app.window.front(OffGameViewController.self).tapStartGame()
        let view = app.window.front(TicTacToeViewController.self)
        for square in game.squares { view.tap(square: square) }
        view.tapBack()
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
        print("Ada \(action)")
    }
}
