import RIBRecorder

extension PlainRIBNode {
    /// Records that a router's RIB comes.
    func willActivate(_ child: any Routing) {
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.attached(childID, to: id) }
        (child as? any RecordedRouting)?.willLoad(below: nil)
        state.withLock { state in
            state.routers.removeAll { $0.router == nil || $0.router === child }
            state.routers.append(WeakRouter(router: child))
        }
        child.cancelExpectationOfSubtree()
    }

    /// Records that a router's RIB goes.
    ///
    /// - Returns: False if it is not attached here.
    func willDeactivate(_ child: any Routing) -> Bool {
        guard routers.contains(where: { $0 === child }) else { return false }
        state.withLock { state in state.routers.removeAll { $0.router === child } }
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.detached(childID, from: id) }
        return true
    }

    /// The routers whose RIBs are attached here and not freed.
    var routers: [any Routing] {
        // Holds them until they are out of the lock.
        state.withLock { $0.routers }.compactMap(\.router)
    }
}
