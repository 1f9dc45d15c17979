import Foundation
import RIBRecorder
// Exported: whoever makes such a tree uses its values.
@_exported import RIBTrees

extension RIBTree {
    /// All trees of this process: what is below each `LaunchRouter` that was launched and each
    /// ``PlainRIB`` that was attached to nothing.
    ///
    /// Call it on the thread that owns the trees; of trees that belong to several threads, each
    /// makes its own with `RIBTree(of:)`. It works at each `RIBLEAK_LEVEL`, but at `off` nothing is
    /// known of subscriptions, workers and RIBs without base classes.
    public static func snapshot() -> RIBTree {
        RIBTree(of: LiveRoots.shared.living, at: Recorder.now)
    }

    /// The tree below a router, which may be a test double.
    ///
    /// Call it on the thread that owns the tree.
    ///
    /// - Parameter router: The root of what is looked at, wherever it stands.
    public init(of router: any Routing) {
        self.init(of: [.router(router)], at: Recorder.now)
    }

    /// The tree below a RIB without base classes; empty when nothing is recorded.
    ///
    /// Call it on the thread that owns the tree.
    ///
    /// - Parameter rib: The root of what is looked at, wherever it stands.
    public init(of rib: any PlainRIB) {
        let node = PlainRIBNode.existing(of: rib)
        self.init(of: node.map { [.plain($0)] } ?? [], at: Recorder.now)
    }

    /// - Parameter now: The moment, on the recorder's clock.
    init(of roots: [LiveRIB], at now: UInt64, in process: TreeSnapshot.Process? = nil) {
        self.init(LiveTree(of: roots).nodes(at: now), of: process ?? .this)
    }
}

extension TreeSnapshot.Process {
    /// The process that runs this code.
    static var this: Self {
        let process = ProcessInfo.processInfo
        return Self(
            trace: Recorder.shared.traceFolder, processName: process.processName,
            processID: Int(process.processIdentifier), startedAt: nil)
    }
}
