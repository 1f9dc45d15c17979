/// How many games each player has won.
struct Score: Equatable {
    private(set) var crosses = 0
    private(set) var noughts = 0

    /// The score after one more win.
    func adding(winFor player: Player) -> Score {
        var score = self
        switch player {
        case .crosses: score.crosses += 1
        case .noughts: score.noughts += 1
        }
        return score
    }
}
