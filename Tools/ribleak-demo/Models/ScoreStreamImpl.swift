import RIBs

final class ScoreStreamImpl: MutableScoreStream {
    private let subject = CurrentValueSubject<Score, Never>(Score())

    var score: AnyPublisher<Score, Never> {
        subject.removeDuplicates().eraseToAnyPublisher()
    }

    func record(winFor player: Player) {
        subject.send(subject.value.adding(winFor: player))
    }
}
