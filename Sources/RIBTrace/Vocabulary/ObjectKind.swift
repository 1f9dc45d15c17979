/// The part an object plays in its RIB.
///
/// Raw values are stored in traces: never renumber one.
public enum ObjectKind: UInt8, CaseIterable, Sendable {
    case router = 1
    case interactor = 2
    case presenter = 3
    case view = 4
    case worker = 5
    case workflow = 6
    case component = 7
    /// Anything followed by `track`.
    case object = 8
    /// A RIB without base classes, which stands in the tree as a router does.
    case rib = 9

    /// True for what RIBs may share, so that it may outlive one of them.
    package var mayBeShared: Bool {
        switch self {
        case .worker, .workflow, .component: true
        case .router, .interactor, .presenter, .view, .object, .rib: false
        }
    }
}
