import RIBs

/// The score for those who only read it: the latest at once, then each change.
protocol ScoreStream: AnyObject {
    var score: Observable<Score> { get }
}
