import RIBRecorder

/// Views that said to be on the screen, held weakly.
///
/// Keyed by address, which is reused; so an entry counts only while its view is alive.
final class ShownViews: Sendable {
    fileprivate struct Entry {
        weak var view: AnyObject?
    }

    fileprivate struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var sweepAt = 64
    }

    private let state = Protected(State())

    /// How many entries there are, those of freed views among them.
    var count: Int { state.withLock { $0.entries.count } }

    func contains(_ view: AnyObject) -> Bool {
        // The caller holds the view, so letting go of the loaded reference frees nothing.
        state.withLock { $0.entries[ObjectIdentifier(view)]?.view === view }
    }

    func insert(_ view: AnyObject) {
        let loaded = state.withLock { state in
            state.entries[ObjectIdentifier(view)] = Entry(view: view)
            return state.entries.count >= state.sweepAt ? state.sweep() : []
        }
        // Let go of here: a view that ends just now must not do so under the lock.
        withExtendedLifetime(loaded) {}
    }

    func remove(_ view: AnyObject) {
        state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(view)) }
    }
}

extension ShownViews.State {
    /// - Returns: The views that are still there.
    fileprivate mutating func sweep() -> [AnyObject] {
        var alive: [AnyObject] = []
        for (key, entry) in entries {
            if let view = entry.view { alive.append(view) } else { entries[key] = nil }
        }
        sweepAt = max(64, 2 * entries.count)
        return alive
    }
}
