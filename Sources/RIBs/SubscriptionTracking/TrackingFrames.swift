#if !canImport(Combine)
    import RIBRecorder

    /// The calls of OpenCombine that the calling thread is in, innermost last.
    final class TrackingFrames {
        /// Whose the subscription is that this thread entered last, and whether that was active
        /// then; nil when it was named by its owner too.
        var lastEntered: (owner: Activity, wasActive: Bool)?

        /// Whose confined subscription delivers now what it let through while that was active.
        var letsThrough: Activity?

        private var frames: [TrackingFrame] = []

        var top: TrackingFrame? { frames.last }

        func push(_ frame: TrackingFrame) { frames.append(frame) }

        /// Ends the innermost call with that identifier and kind.
        ///
        /// Calls above it are gone too: their ends were not told, because tracking was switched
        /// meanwhile. A call that is not there began before tracking did.
        func pop(_ id: CombineIdentifier, isSubscribing: Bool) -> TrackingFrame? {
            let index = frames.lastIndex { $0.id == id && $0.isSubscribing == isSubscribing }
            guard let index else { return nil }
            let frame = frames[index]
            frames.removeSubrange(index...)
            return frame
        }

        /// The subscription that this thread is making for a subscriber.
        func making(_ id: CombineIdentifier) -> SubscriptionInTheMaking? {
            for frame in frames.reversed() {
                if case .subscribing(id, let making?, level: 0) = frame { return making }
            }
            return nil
        }

        /// Whether this thread is subscribing with that identifier.
        func isSubscribing(_ id: CombineIdentifier) -> Bool {
            frames.contains { $0.isSubscribing && $0.id == id }
        }
    }
#endif
