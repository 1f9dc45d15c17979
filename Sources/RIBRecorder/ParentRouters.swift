import RIBTrace

/// The living routers that have or had children, by address: where the search for retain paths
/// begins.
///
/// Each takes itself out in its `deinit`, so an address here is that of a router which is there.
final class ParentRouters: Sendable {
    private let addresses = Protected<[ObjectID: UInt]>([:])

    func add(_ router: ObjectID, at address: UInt) {
        addresses.withLock { $0[router] = address }
    }

    func remove(_ router: ObjectID) {
        addresses.withLock { _ = $0.removeValue(forKey: router) }
    }

    /// All of them, in the order of their ids.
    var all: [(router: ObjectID, address: UInt)] {
        addresses.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
