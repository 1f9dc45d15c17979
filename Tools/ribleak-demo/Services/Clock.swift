import RIBs

/// Says when a second has passed. In this session that is when the script says so.
final class Clock {
    private let ticks = PublishSubject<Void>()

    var seconds: Observable<Void> { ticks.asObservable() }

    func tick() {
        ticks.onNext(())
    }
}
