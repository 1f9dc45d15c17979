import RIBs

final class ScoresViewContainer: ConsoleViewController {
    let closeTaps = PublishSubject<Void>()
    private let playerNames: PlayerNames

    init(playerNames: PlayerNames) {
        self.playerNames = playerNames
        super.init(title: "Scores")
    }

    func show(_ score: Score) {
        say(
            "\(playerNames[.crosses]) \(score.crosses), \(playerNames[.noughts]) \(score.noughts). "
                + "(Close)")
    }

    func tapClose() {
        closeTaps.onNext(())
    }
}
