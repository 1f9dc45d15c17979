import RIBTrace

/// The types of what RIBs may share, such as workers.
final class SharedTypes: Sendable {
    /// False for a type of which an object also was something that RIBs do not share.
    private let isShared = Protected<[ObjectIdentifier: Bool]>([:])

    /// Notes what an object of a type is.
    func note(_ type: Any.Type, _ kind: ObjectKind) {
        // Classes of these base classes are nothing else.
        if kind == .router || kind == .interactor { return }
        isShared.withLock { isShared in
            let known = isShared[ObjectIdentifier(type)] ?? true
            isShared[ObjectIdentifier(type)] = known && kind.mayBeShared
        }
    }

    /// True for a type whose objects RIBs may share.
    func contains(_ type: ObjectIdentifier) -> Bool {
        isShared.withLock { $0[type] ?? false }
    }
}
