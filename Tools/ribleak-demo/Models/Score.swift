// SPDX-License-Identifier: Apache-2.0

import RIBs

/// The number of games that each player has won.
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

/// The score for readers: the latest value at once, then each change.
protocol ScoreStream: AnyObject {
    var score: Observable<Score> { get }
}

/// The score for its writer.
protocol MutableScoreStream: ScoreStream {
    func record(winFor player: Player)
}

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
