import RIBs

final class ScoreStreamImpl: MutableScoreStream {
    private let subject = BehaviorSubject(value: Score())
    private var latest = Score()

    var score: Observable<Score> {
        subject.distinctUntilChanged()
    }

    func record(winFor player: Player) {
        latest = latest.adding(winFor: player)
        subject.onNext(latest)
    }
}
