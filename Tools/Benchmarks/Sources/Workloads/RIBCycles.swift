import RIBs

/// RIBs without a view that come, subscribe to something, go and are freed; recorded as the
/// environment says.
///
/// The root's life is no part of it: make one of these and use it until the process ends.
public final class RIBCycles {
    private let subject = PassthroughSubject<Int, Never>()
    private let root = Router(interactor: Interactor())
    /// Below which RIBs come and go.
    private let parent: Router<Interactor>

    /// - Parameters:
    ///   - siblings: How many RIBs stay attached beside those that come and go.
    ///   - depth: How many RIBs lie between the root and those that come and go.
    public init(siblings: Int = 0, depth: Int = 0) {
        root.interactor.activate()
        root.load()
        var parent = root
        for _ in 0..<depth {
            let child = Router(interactor: Interactor())
            parent.attachChild(child)
            parent = child
        }
        for _ in 0..<siblings { parent.attachChild(Router(interactor: Interactor())) }
        self.parent = parent
    }

    public func run(_ times: Int) {
        for _ in 0..<times {
            let child = Router(interactor: Interactor())
            parent.attachChild(child)
            subject.sink { _ in }.cancelOnDeactivate(interactor: child.interactor)
            parent.detachChild(child)
        }
    }
}
