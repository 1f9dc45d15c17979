import RIBs

/// RIBs each of which is attached below the one before.
struct Chain {
    private let root = Router(interactor: Interactor())
    private let depth: Int

    init(depth: Int) {
        self.depth = depth
        root.interactor.activate()
        root.load()
        var last: any Routing = root
        for _ in 0..<depth {
            let next = Router(interactor: Interactor())
            last.attachChild(next)
            last = next
        }
    }

    /// Detaches the uppermost, which frees it and all below it.
    func timeToDetach() -> Timing {
        let began = Timing.now
        root.detachChild(root.children[0])
        return Timing.now - began
    }
}
