import RIBTrace

/// The types of what RIBs may share, such as workers, and which of them outlive RIBs by habit.
final class SharedTypes: Sendable {
    private struct State {
        /// False for a type of which an object also was something that RIBs do not share.
        var isShared: [ObjectIdentifier: Bool] = [:]
        var outlasting: Set<ObjectIdentifier> = []
    }

    private let state = Protected(State())

    /// Notes what an object of a type is.
    func note(_ type: Any.Type, _ kind: ObjectKind) {
        // Classes of these base classes are nothing else.
        if kind == .router || kind == .interactor { return }
        state.withLock { state in
            let known = state.isShared[ObjectIdentifier(type)] ?? true
            state.isShared[ObjectIdentifier(type)] = known && kind.mayBeShared
        }
    }

    /// True for a type whose objects RIBs may share.
    func contains(_ type: ObjectIdentifier) -> Bool {
        state.withLock { $0.isShared[type] ?? false }
    }

    /// Notes that an object of a type was still there after a full wait.
    func outlasted(_ type: ObjectIdentifier) {
        state.withLock { _ = $0.outlasting.insert(type) }
    }

    /// True for a type whose objects RIBs may share, and of which one outlasted a full wait before.
    func outlasts(_ type: ObjectIdentifier) -> Bool {
        state.withLock { $0.isShared[type] ?? false && $0.outlasting.contains(type) }
    }
}
