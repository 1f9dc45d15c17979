/// The score for the one who writes it.
protocol MutableScoreStream: ScoreStream {
    func record(winFor player: Player)
}
