import RIBs

/// How a chain `subject → map → filter → sink` is made, and who ends it.
public enum SubscriptionForm: String, CaseIterable, Sendable {
    /// `sink`, kept in an array: what the others are compared with.
    case bare
    case sinkIn
    case trackedBy
    case cancelOnDeactivate

    /// - Parameter bag: Keeps what its owner does not.
    func subscribe(
        _ interactor: Interactor, to subject: PassthroughSubject<Int, Never>,
        keepingIn bag: inout [AnyCancellable]
    ) {
        let chain = subject.map { $0 &+ 1 }.filter { $0 > 0 }
        switch self {
        case .bare: chain.sink { _ in }.store(in: &bag)
        case .sinkIn: chain.sink(in: interactor) { _ in }
        case .trackedBy: chain.sink { _ in }.tracked(by: interactor).store(in: &bag)
        case .cancelOnDeactivate: chain.sink { _ in }.cancelOnDeactivate(interactor: interactor)
        }
    }
}
