import RIBs

/// What the scores screen knows.
final class ScoresStateContainer {
    let score = BehaviorSubject(value: Score())
}
