import RIBs

/// The streams between the scores screen and its parent.
final class ScoresPublisherContainer {
    /// Down: the score and its changes.
    let score: Observable<Score>
    /// Up: the person has seen enough.
    let closed: PublishSubject<Void>

    init(score: Observable<Score>, closed: PublishSubject<Void>) {
        self.score = score
        self.closed = closed
    }
}
