import RIBs

/// Says when a second has passed. In this session that is when the script says so.
final class Clock {
    private let ticks = PassthroughSubject<Void, Never>()

    var seconds: AnyPublisher<Void, Never> { ticks.eraseToAnyPublisher() }

    func tick() {
        ticks.send()
    }
}
