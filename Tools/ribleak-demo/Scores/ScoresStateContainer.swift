import RIBs

/// What the scores screen knows.
final class ScoresStateContainer {
    let score = CurrentValueSubject<Score, Never>(Score())
}
