import RIBRecorder

extension PlainRIBNode {
    /// Records that a router's RIB comes.
    ///
    /// - Returns: False if an observer took it out again at once.
    func willActivate(_ child: any Routing) -> Bool {
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.attached(childID, to: id) }
        if let placed = child as? any PlacedRouting {
            placed.willLoad(below: nil)
            placed.takePlace(isLaunched: false, below: self, at: Recorder.now)
        }
        // Looked at without the lock: looking may release the last reference, and the router's
        // `deinit` may come back here.
        let gone = state.withLock { $0.routers }.filter { $0.router == nil }.map(\.key)
        let new = WeakRouter(child)
        state.withLock { state in
            state.routers.removeAll { $0.key == new.key || gone.contains($0.key) }
            state.routers.append(new)
        }
        child.cancelExpectationOfSubtree()
        guard LifecycleEvents.areObserved else { return true }
        LifecycleEvents.happened(.attached, to: .router(child), below: .plain(self))
        return routers.contains { $0 === child }
    }

    /// Records that a router's RIB goes.
    ///
    /// - Returns: False if it is not attached here.
    func willDeactivate(_ child: any Routing) -> Bool {
        guard routers.contains(where: { $0 === child }) else { return false }
        let key = ObjectIdentifier(child)
        state.withLock { state in state.routers.removeAll { $0.key == key } }
        let childID = recordedID(of: child)
        if !childID.isNone { Recorder.shared.detached(childID, from: id) }
        (child as? any PlacedRouting)?.leavePlace(at: Recorder.now)
        LifecycleEvents.happened(.detached, to: .router(child), below: .plain(self))
        return true
    }

    /// The routers whose RIBs are attached here and not freed.
    var routers: [any Routing] {
        // Holds them until they are out of the lock.
        state.withLock { $0.routers }.compactMap(\.router)
    }
}
