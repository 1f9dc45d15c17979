#if !RxSwift
    /// Does a step's work once for all that follows it, as the `share` operator does, but lets go of it
    /// all when it has ended: OpenCombine's `share` keeps what it was subscribed to, and with that the
    /// interactor that the step waited for.
    final class SharedStep<Output>: Publisher {
        typealias Failure = any Error

        private let work: AnyPublisher<Output, any Error>
        private let results = PassthroughSubject<Output, any Error>()
        private var running: AnyCancellable?
        private var hasBegun = false
        private var hasEnded = false
        private var subscribers = 0

        init(_ work: AnyPublisher<Output, any Error>) {
            self.work = work
        }

        func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == any Error {
            subscribers += 1
            results.handleEvents(receiveCancel: { self.leave() }).subscribe(subscriber)
            guard !hasBegun else { return }
            hasBegun = true
            let running = work.sink(
                receiveCompletion: { [results, weak self] completion in
                    self?.running = nil
                    self?.hasEnded = true
                    results.send(completion: completion)
                }, receiveValue: { [results] in results.send($0) })
            if !hasEnded, subscribers > 0 { self.running = running }
        }

        /// Ends the work when nobody waits for it any more.
        private func leave() {
            subscribers -= 1
            guard subscribers == 0 else { return }
            running?.cancel()
            running = nil
        }
    }
#endif
