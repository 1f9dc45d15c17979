/// The time during which an interactor may work.
public protocol InteractorScope: AnyObject {
    /// Whether the interactor may work now.
    var isActive: Bool { get }

    /// Says when `isActive` changes.
    ///
    /// Each new subscriber gets the present value at once, no value twice in a row, and completion
    /// when the interactor is freed.
    var isActiveStream: AnyPublisher<Bool, Never> { get }
}
