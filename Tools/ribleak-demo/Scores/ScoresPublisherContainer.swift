import RIBs

/// The streams between the scores screen and its parent.
final class ScoresPublisherContainer {
    /// Down: the score and its changes.
    let score: AnyPublisher<Score, Never>
    /// Up: the person has seen enough.
    let closed: PassthroughSubject<Void, Never>

    init(score: AnyPublisher<Score, Never>, closed: PassthroughSubject<Void, Never>) {
        self.score = score
        self.closed = closed
    }
}
