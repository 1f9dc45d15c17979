// SPDX-License-Identifier: Apache-2.0

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

#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
    import CRIBShims
    import RIBRecorder
    import UIKit

    extension UIViewController: ScreenController {
        var screenContainer: (any ScreenController)? { parent }

        var screenContents: [any ScreenController] {
            // UIKit also says what its container presents.
            let presented = presentedViewController.flatMap {
                $0.presentingViewController === self ? $0 : nil
            }
            return children + (presented.map { [$0] } ?? [])
        }

        var isScreenBeingDismissed: Bool { isBeingDismissed }

        var isScreenStack: Bool { self is UINavigationController }
    }

    /// Notices the views that leave the screen, without a call by the app.
    @MainActor
    enum UIKitScreens {
        private static let moves = ScreenMoves()

        /// Begins, once; a view controller belongs to the main thread, and so does who makes one.
        nonisolated static func follow() { _ = isFollowing }

        nonisolated private static let isFollowing: Bool = {
            let events = ribleak_view_events(
                did_appear: { controller in tell(controller) { moves.didAppear($0) } },
                did_disappear: { controller in tell(controller) { moves.didDisappear($0) } },
                will_move: { controller, toContainer in
                    tell(controller) { moves.willMove($0, toContainer: toContainer == 1) }
                },
                did_move: { controller, toContainer in
                    tell(controller) { moves.didMove($0, toContainer: toContainer == 1) }
                })
            return ribleak_view_events_follow(events) == 1
        }()

        /// Calls a function with the view controller that UIKit just called, on its main thread.
        nonisolated private static func tell(
            _ address: UnsafeMutableRawPointer?, _ body: @MainActor (UIViewController) -> Void
        ) {
            // An app may call its view controllers elsewhere by mistake, which is not for us to stop.
            guard let address, MainThread.isCurrent else { return }
            let controller = Unmanaged<UIViewController>.fromOpaque(address).takeUnretainedValue()
            MainActor.assumeIsolated { body(controller) }
        }
    }
#endif
