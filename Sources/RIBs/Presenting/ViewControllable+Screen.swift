import RIBRecorder

extension ViewControllable {
    /// Records that this view was dismissed or popped for good.
    ///
    /// Call it where the user can do that alone, as by swiping back, so that a router that stays
    /// attached without its view is found. View controllers of UIKit need no call: what went back from a navigation
    /// controller, or was dismissed, has left.
    public func viewDidLeave() {
        OwnerThread.check { Recorder.shared.identify(self, as: .view) }
        Recorder.shared.viewLeft(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.left(self)
        #endif
    }

    /// Records that this view is on the screen, for the first time or again.
    public func viewDidShow() {
        OwnerThread.check { Recorder.shared.identify(self, as: .view) }
        Recorder.shared.viewAppeared(self)
        #if !canImport(UIKit) || os(watchOS)
            ScreenPresence.appeared(self)
        #endif
    }
}
